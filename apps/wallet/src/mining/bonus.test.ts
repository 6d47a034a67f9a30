import { expect, test } from 'vitest'

import { bonusOf, type Team } from '#mining/bonus.ts'

const team: Team = {
  one: [],
  direct: 0,
  total: 0,
  child_power_rate: '10',
  oth_power_rate: '1',
  base_output: '0.00100000',
  machine_output: '0.02083333',
  active_direct: 2,
  active_other: 3,
  bonus_percent: 23,
  bonus_cap_percent: 300,
  invite_launches: 7,
  invites_paid_a_day: 20,
  invite_lapse_days: 90,
  invite_runs: 1,
  power_output: '0.64449983',
  next_output: '0.64449983',
  count_down: 0,
  run_output: '0.00000000',
  runs: [],
  now: '2026-11-21T04:00:00.000Z',
}

test('ten percent a direct member and one an other, worked on the basic output', () => {
  expect(bonusOf(team)).toMatchObject({
    basic: '0.02183333',
    percent: 23,
    power: '0.02685499',
    openPercent: undefined,
  })
})

test('the bonus stops at the cap', () => {
  expect(bonusOf({ ...team, active_direct: 40 })).toMatchObject({ askedPercent: 403, percent: 300 })
})

test('an open run keeps the percent it started with, and that is told', () => {
  const run = {
    id: 1,
    started_at: team.now,
    ends_at: team.now,
    power_output: '0.52399992',
    output: '0.00000000',
    machines: [1],
  }
  expect(bonusOf({ ...team, bonus_percent: 0, runs: [run] })).toMatchObject({
    percent: 23,
    openPercent: 0,
  })
})
