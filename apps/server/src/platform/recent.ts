/** Servers of one house may be apart by so much, and a clock is kept right by less. */
export const APART_MS = 10_000

/**
 * Whether it was less than so long ago. What is to come by the wall was not: the wall was set back since,
 * and nobody knows how long ago it was.
 */
export function wasWithin(ms: number, at: Date | undefined, wallNow: Date): boolean {
  if (at === undefined) return false
  const agoMs = wallNow.getTime() - at.getTime()
  return agoMs < ms && agoMs >= -APART_MS
}

/** The wall was set back since. */
export function isToCome(at: Date, wallNow: Date): boolean {
  return at.getTime() > wallNow.getTime() + APART_MS
}

/** Whether a lock of so long is on until then. By a wall that was set back since it began at no known time. */
export function isLockedUntil(until: Date | undefined, ms: number, wallNow: Date): boolean {
  return until !== undefined && wasWithin(ms, new Date(until.getTime() - ms), wallNow)
}
