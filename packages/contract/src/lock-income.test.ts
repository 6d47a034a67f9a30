import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { coveredAmount, lockIncome } from '#lock-income.ts'

const plan = { days: 30, dayBps: 100 }

test('a lock of 100 brings 1 a day and 30 in all', () => {
  expect(lockIncome(100_00000000n, plan)).toEqual({ day: 1_00000000n, plan: 30_00000000n })
})

test('what a pool covers is the largest amount whose income it has', () => {
  const terms = fc.record({
    days: fc.integer({ min: 1, max: 400 }),
    dayBps: fc.integer({ min: 1, max: 10_000 }),
  })
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 17n }), terms, (pool, each) => {
      const most = coveredAmount(pool, each)
      expect(lockIncome(most, each).plan <= pool).toBe(true)
      expect(lockIncome(most + 1n, each).plan > pool).toBe(true)
    }),
  )
})
