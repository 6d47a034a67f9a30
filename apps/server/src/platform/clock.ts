import { uptime } from 'node:os'

import { HOUR_MS, MINUTE_MS } from './durations.ts'

/**
 * The two clocks. `now` is business time: deadlines, runs, entries; the time machine moves it and it
 * never goes back. `wallNow` is the time on the wall: session ages, rate limits, lockouts.
 */
export type Clock = {
  now(): Date
  wallNow(): Date
  /** Moves business time to so far ahead of the wall; it never goes back. */
  moveTo(offsetMs: number): void
  /** By how much the wall was set ahead of what passed, and business time did not follow. */
  heldMs(): number
}

/** One moment by both. */
export type At = { now: Date; wallNow: Date }

/** In milliseconds: the wall, and a clock that nobody sets, which goes on while the machine sleeps. */
type Sources = { wall: () => number; steady: () => number }
const machine: Sources = { wall: Date.now, steady: () => uptime() * 1000 }

/** The time on the wall as far as it is believed: for what is done for good. */
export function believedWall(clock: Clock): Date {
  return new Date(clock.wallNow().getTime() - clock.heldMs())
}

/** How often the wall is held against the steady clock. */
const LOOK_MS = MINUTE_MS
/** A smaller step is how clocks are kept right. */
const STEP_MS_MAX = HOUR_MS

/**
 * A clock that starts `offsetMs` ahead of the wall and at no earlier time than `notBefore`:
 * a machine whose clock was set back waits at the last known moment instead of repeating it. One whose
 * clock is set far ahead while it runs is not followed: what is done by such a time is done for good.
 */
export function startClock(offsetMs: number, notBefore: Date, sources: Sources = machine): Clock {
  const { wall } = sources
  const behindMs = Math.min(0, wall() + offsetMs - notBefore.getTime())
  const believed = startBelieving(sources, behindMs)
  let offset = offsetMs
  let latest = notBefore.getTime()
  return {
    now() {
      latest = Math.max(latest, believed.wall() + offset)
      return new Date(latest)
    },
    wallNow: () => new Date(wall()),
    moveTo(ms) {
      offset = Math.max(offset, ms)
    },
    heldMs: believed.heldMs,
  }
}

/** The wall without what it was set ahead in all; from a wall that was behind it may be set right. */
function startBelieving({ wall, steady }: Sources, behindMs: number) {
  let seen = { wall: wall(), steady: steady() }
  let ahead = behindMs
  const heldMs = () => (ahead > STEP_MS_MAX ? ahead : 0)
  const look = (at: number) => {
    const steadyAt = steady()
    const step = at - seen.wall - (steadyAt - seen.steady)
    seen = { wall: at, steady: steadyAt }
    if (Math.abs(step) > STEP_MS_MAX) ahead += step
  }
  return {
    wall() {
      const at = wall()
      if (at < seen.wall || at > seen.wall + LOOK_MS) look(at)
      return at - heldMs()
    },
    heldMs,
  }
}
