import { type Clock, startClock } from '#platform/clock.ts'

/** A clock for tests: it stands still until moved. */
export type TestClock = Clock & {
  /** Moves both clocks. */
  pass(time: { seconds?: number; minutes?: number; hours?: number; days?: number }): void
  /** Moves the wall alone, also backwards. */
  moveWall(ms: number): void
}

export function startTestClock(at = '2026-03-01T12:00:00.000Z'): TestClock {
  let wall = Date.parse(at)
  const clock = startClock(0, new Date(0), () => wall)
  return {
    ...clock,
    pass({ seconds = 0, minutes = 0, hours = 0, days = 0 }) {
      wall += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
    },
    moveWall(ms) {
      wall += ms
    },
  }
}
