/**
 * The two clocks. `now` is business time: deadlines, runs, entries; the time machine moves it and it
 * never goes back. `wallNow` is the time on the wall: session ages, rate limits, lockouts.
 */
export type Clock = {
  now(): Date
  wallNow(): Date
  /** Moves business time to so far ahead of the wall; it never goes back. */
  moveTo(offsetMs: number): void
}

/**
 * A clock that starts `offsetMs` ahead of the wall and at no earlier time than `notBefore`:
 * a machine whose clock was set back waits at the last known moment instead of repeating it.
 */
export function startClock(
  offsetMs: number,
  notBefore: Date,
  wall: () => number = Date.now,
): Clock {
  let offset = offsetMs
  let latest = notBefore.getTime()
  return {
    now() {
      latest = Math.max(latest, wall() + offset)
      return new Date(latest)
    },
    wallNow: () => new Date(wall()),
    moveTo(ms) {
      offset = Math.max(offset, ms)
    },
  }
}
