import { expect, test } from 'vitest'

import { startClock } from './clock.ts'
import { DAY_MS, MINUTE_MS } from './durations.ts'

/** A machine whose wall can be set, while the other clock only goes on. */
function startMachine() {
  let wall = Date.parse('2026-03-01T12:00:00.000Z')
  let steady = 0
  const clock = startClock(0, new Date(0), { wall: () => wall, steady: () => steady })
  return {
    clock,
    set: (ms: number) => void (wall += ms),
    pass: (ms: number) => {
      wall += ms
      steady += ms
    },
  }
}

test('a wall that is a year ahead for a while is not followed, and takes no year away when it is right again', () => {
  const { clock, set, pass } = startMachine()
  set(365 * DAY_MS)
  expect(clock.now()).toEqual(new Date('2026-03-01T12:00:00.000Z'))
  pass(5 * MINUTE_MS)
  expect(clock.now()).toEqual(new Date('2026-03-01T12:05:00.000Z'))
  expect(clock.wallNow()).toEqual(new Date('2027-03-01T12:05:00.000Z'))
  expect(clock.heldMs()).toBe(365 * DAY_MS)
  set(-365 * DAY_MS)
  expect(clock.now()).toEqual(new Date('2026-03-01T12:05:00.000Z'))
  pass(5 * MINUTE_MS)
  expect(clock.now()).toEqual(new Date('2026-03-01T12:10:00.000Z'))
  expect(clock.heldMs()).toBe(0)
})

test('small corrections are followed, sleep is time that passed, and a wall that was set back is waited for', () => {
  const { clock, set, pass } = startMachine()
  pass(2 * DAY_MS)
  set(30 * MINUTE_MS)
  expect(clock.now()).toEqual(new Date('2026-03-03T12:30:00.000Z'))
  set(-DAY_MS)
  pass(5 * MINUTE_MS)
  expect(clock.now()).toEqual(new Date('2026-03-03T12:30:00.000Z'))
  set(DAY_MS)
  expect(clock.now()).toEqual(new Date('2026-03-03T12:35:00.000Z'))
  expect(clock.heldMs()).toBe(0)
})
