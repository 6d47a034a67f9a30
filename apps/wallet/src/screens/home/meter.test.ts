import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Team } from '#mining/bonus.ts'
import { clockText, DAY_MS, readMeter, runsOf } from '#screens/home/meter.ts'

const START = Date.parse('2025-07-12T00:00:00.000Z')

function run(unitsPerDay: bigint, startsAt = START) {
  return { id: 1, startsAt, endsAt: startsAt + DAY_MS, unitsPerDay }
}

const team: Team = {
  one: [],
  direct: 0,
  total: 10,
  child_power_rate: '10',
  oth_power_rate: '1',
  base_output: '0.00100000',
  machine_output: '0.08150000',
  active_direct: 4,
  active_other: 6,
  bonus_percent: 46,
  bonus_cap_percent: 300,
  invite_launches: 7,
  invites_paid_a_day: 20,
  invite_lapse_days: 90,
  invite_runs: 1,
  power_output: '2.89080000',
  next_output: '2.89080000',
  count_down: 0,
  run_output: '0.00000000',
  runs: [],
  now: '2025-07-12T00:00:00.000Z',
}

test('the dial never goes back, never beyond the promised output, and ends exactly on it', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 17n }),
      fc.integer({ min: -DAY_MS, max: 2 * DAY_MS }),
      fc.integer({ min: 0, max: DAY_MS }),
      (output, at, later) => {
        const runs = [run(output)]
        const now = readMeter(runs, START + at)
        const then = readMeter(runs, START + at + later)
        expect(now.units).toBeGreaterThanOrEqual(0n)
        expect(then.units).toBeGreaterThanOrEqual(now.units)
        expect(then.units).toBeLessThanOrEqual(output)
        expect(readMeter(runs, START + DAY_MS).units).toBe(output)
        expect(now.progress).toBeGreaterThanOrEqual(0)
        expect(now.progress).toBeLessThanOrEqual(1)
      },
    ),
  )
})

test('open runs are added up; the ring follows the one that ends last', () => {
  const HOUR = DAY_MS / 24
  const reading = readMeter([run(2400n), run(240n, START + 6 * HOUR)], START + 12 * HOUR)
  expect(reading).toEqual({ units: 1200n + 60n, progress: 0.25, hours: 6, secondsLeft: 64_800 })
})

test('no run, nothing mined', () => {
  expect(readMeter([], START)).toEqual({ units: 0n, progress: 0, hours: 0, secondsLeft: 0 })
})

test('runs are read from the answer', () => {
  const runs = runsOf({
    ...team,
    runs: [
      {
        id: 9,
        started_at: '2025-07-12T00:00:00.000Z',
        ends_at: '2025-07-13T00:00:00.000Z',
        power_output: '2.89080000',
        output: '0.00000000',
        machines: [1],
      },
    ],
  })
  expect(runs).toEqual([
    { id: 9, startsAt: START, endsAt: START + DAY_MS, unitsPerDay: 289_080_000n },
  ])
})

test('the time left is hours, minutes, seconds', () => {
  expect(clockText(58_321)).toBe('16:12:01')
  expect(clockText(86_400)).toBe('24:00:00')
  expect(clockText(0)).toBe('00:00:00')
})
