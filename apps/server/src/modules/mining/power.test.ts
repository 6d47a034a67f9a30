import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { bonusOf, bonusTogether, outputAt, outputPerDay, perHour, RUN_MS } from './power.ts'

/** An exact fraction, written as plainly as can be: what the arithmetic must agree with. */
type Fraction = { over: bigint; under: bigint }

const whole = (value: bigint): Fraction => ({ over: value, under: 1n })
const plus = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
})
const times = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.over,
  under: a.under * b.under,
})
const floor = ({ over, under }: Fraction): bigint => over / under

const units = fc.bigInt({ min: 0n, max: 10n ** 15n })
const percent = fc.integer({ min: 0, max: 300 })
const power = fc.record({ basePerHour: units, machinesPerDay: units, bonusPercent: percent })
const startedAt = new Date('2026-03-01T00:00:00.000Z')

test('the output of a day is (base + income ÷ 24) × (1 + bonus) × 24, floored once', () => {
  fc.assert(
    fc.property(
      units,
      fc.array(units, { maxLength: 5 }),
      percent,
      (basePerHour, incomes, bonusPercent) => {
        const perHourOfAll = incomes.reduce(
          (sum, income) => plus(sum, { over: income, under: 24n }),
          whole(basePerHour),
        )
        const bonus = plus(whole(1n), { over: BigInt(bonusPercent), under: 100n })
        const expected = floor(times(times(perHourOfAll, bonus), whole(24n)))
        const machinesPerDay = incomes.reduce((sum, income) => sum + income, 0n)
        expect(outputPerDay({ basePerHour, machinesPerDay, bonusPercent })).toBe(expected)
      },
    ),
  )
})

test('the output of a run is never less than what its machines were promised', () => {
  fc.assert(
    fc.property(power, (each) => {
      expect(outputPerDay(each) >= each.machinesPerDay).toBe(true)
    }),
  )
})

test('a run gives rate × elapsed, floored, nothing before its start and no more after its end', () => {
  const elapsed = fc.integer({ min: -RUN_MS, max: 3 * RUN_MS })
  fc.assert(
    fc.property(units, elapsed, (output, ms) => {
      const counted = BigInt(Math.min(Math.max(ms, 0), RUN_MS))
      const expected = floor(times(whole(output), { over: counted, under: BigInt(RUN_MS) }))
      expect(outputAt({ output, startedAt }, new Date(startedAt.getTime() + ms))).toBe(expected)
    }),
  )
})

test('a run never gives less a moment later', () => {
  const moment = fc.integer({ min: 0, max: RUN_MS })
  fc.assert(
    fc.property(units, moment, moment, (output, one, other) => {
      const at = (ms: number) => outputAt({ output, startedAt }, new Date(startedAt.getTime() + ms))
      expect(at(Math.min(one, other)) <= at(Math.max(one, other))).toBe(true)
    }),
  )
})

test('the bonus is so much for each direct member and for each other one, up to a cap', () => {
  const rules = { direct: 10, other: 1, cap: 300 }
  expect(bonusOf({ direct: 0, other: 0 }, rules)).toBe(0)
  expect(bonusOf({ direct: 4, other: 6 }, rules)).toBe(46)
  expect(bonusOf({ direct: 30, other: 0 }, rules)).toBe(300)
  expect(bonusOf({ direct: 29, other: 11 }, rules)).toBe(300)
  expect(bonusOf({ direct: 500, other: 9000 }, rules)).toBe(300)
  expect(bonusOf({ direct: 500, other: 9000 }, { direct: 5, other: 0, cap: 40 })).toBe(40)
})

test('the bonus of several runs together is exact for equal ones and never more than is mined', () => {
  const run = power
    .filter((each) => each.basePerHour + each.machinesPerDay > 0n)
    .map((each) => ({ ...each, output: outputPerDay(each) }))
  fc.assert(
    fc.property(fc.array(run, { minLength: 1, maxLength: 6 }), (runs) => {
      const together = BigInt(bonusTogether(runs))
      const basic = runs.reduce(
        (sum, each) => sum + 24n * each.basePerHour + each.machinesPerDay,
        0n,
      )
      const output = runs.reduce((sum, each) => sum + each.output, 0n)
      const smallest = runs.reduce((least, each) => Math.min(least, each.bonusPercent), 300)
      const largest = runs.reduce((most, each) => Math.max(most, each.bonusPercent), 0)
      expect(together <= BigInt(largest)).toBe(true)
      if (smallest === largest) expect(together).toBe(BigInt(largest))
      else expect((basic * (100n + together)) / 100n <= output).toBe(true)
    }),
  )
  expect(bonusTogether([])).toBe(0)
})

test('an hour is a 24th of a day, floored', () => {
  expect(perHour(50_000_000n)).toBe(2_083_333n)
})
