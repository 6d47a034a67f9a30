import { expect, test } from 'vitest'

import { canPay, isWithin } from '#payments/limits.ts'

test('both ends of the range belong to it', () => {
  const limits = { min: '5.00000000', max: '2000.00000000' }
  expect(['4.99', '5', '2000', '2000.01', '', '-5'].map((each) => isWithin(each, limits))).toEqual([
    false,
    true,
    true,
    false,
    false,
    false,
  ])
  expect(canPay('99', '99.00000000')).toBe(true)
  expect(canPay('99.01', '99.00000000')).toBe(false)
})
