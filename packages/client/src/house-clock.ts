/**
 * The house's clock, as it was last heard, carried on by a clock that nobody sets: what the clock of
 * the device shows does not matter. Until it is heard it is taken for the device's.
 */

/** By how much it is ahead of the clock of this page. */
let ahead = performance.timeOrigin

export function houseNow(): number {
  return performance.now() + ahead
}

/** It showed `at` at some time between the asking and now; nothing is learnt where nobody said so. */
export function hearHouse(at: number, askedAt = performance.now()): void {
  const least = at - performance.now()
  if (at && (ahead < least || ahead > at - askedAt)) ahead = least
}

/** A moment of the device's clock as the house has it. */
export function houseTime(deviceMs: number): number {
  return deviceMs + houseNow() - Date.now()
}
