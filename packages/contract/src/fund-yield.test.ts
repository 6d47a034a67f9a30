import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { coveredByPool, fundYield } from './fund-yield.ts'

test('a yield is floored to the unit, and a pool covers the largest amount whose yield it has', () => {
  expect(fundYield(1_999_999n, 150)).toBe(29_999n)
  expect(fundYield(66n, 150)).toBe(0n)
  const covered = coveredByPool(29_999n, 150)
  expect(fundYield(covered, 150)).toBe(29_999n)
  expect(fundYield(covered + 1n, 150)).toBe(30_000n)
})

test('what a pool covers is the largest amount whose yield it has, at any rate', () => {
  const rate = fc.integer({ min: 1, max: 10_000 })
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 17n }), rate, (pool, rateBps) => {
      const most = coveredByPool(pool, rateBps)
      expect(fundYield(most, rateBps) <= pool).toBe(true)
      expect(fundYield(most + 1n, rateBps) > pool).toBe(true)
    }),
  )
})
