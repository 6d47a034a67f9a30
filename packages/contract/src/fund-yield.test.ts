import { expect, test } from 'vitest'

import { coveredByPool, fundYield } from './fund-yield.ts'

test('a yield is floored to the unit, and a pool covers the largest amount whose yield it has', () => {
  expect(fundYield(1_999_999n, 150)).toBe(29_999n)
  expect(fundYield(66n, 150)).toBe(0n)
  const covered = coveredByPool(29_999n, 150)
  expect(fundYield(covered, 150)).toBe(29_999n)
  expect(fundYield(covered + 1n, 150)).toBe(30_000n)
})
