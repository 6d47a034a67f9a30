import { type Clock, startClock } from '#platform/clock.ts'

type Passing = { seconds?: number; minutes?: number; hours?: number; days?: number }

/** A clock for tests: it stands still until moved. */
export type TestClock = Clock & {
  /** Moves both clocks. */
  pass(time: Passing): void
  /** Moves business time alone, as the time machine does. */
  passBusiness(time: Passing): void
  /** Moves the wall alone, also backwards. */
  moveWall(ms: number): void
  /** Sets the wall, and the machine knows of no such time. */
  setWall(ms: number): void
}

export function startTestClock(at = '2026-03-01T12:00:00.000Z'): TestClock {
  let wall = Date.parse(at)
  let set = 0
  const clock = startClock(0, new Date(0), { wall: () => wall, steady: () => wall - set })
  return {
    ...clock,
    pass(time) {
      wall += msOf(time)
    },
    passBusiness(time) {
      clock.moveTo(clock.now().getTime() - wall + msOf(time))
    },
    moveWall(ms) {
      wall += ms
    },
    setWall(ms) {
      wall += ms
      set += ms
    },
  }
}

function msOf({ seconds = 0, minutes = 0, hours = 0, days = 0 }: Passing): number {
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
}
