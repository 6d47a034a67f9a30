import { expect, test } from 'vitest'

import { canBecomeAddress, isWhole } from '#screens/withdrawal/quote.ts'

const whole = `0x${'aB3'.repeat(13)}f`

test.each([
  ['', true],
  ['0', true],
  ['0x', true],
  ['0x12', true],
  [whole, true],
  [`${whole}0`, false],
  ['0x12zz', false],
  ['0x1😀', false],
  ['12', false],
  ['somebody', false],
])('%j can become an address: %s', (typed, can) => {
  expect(canBecomeAddress(typed)).toBe(can)
})

test('what is whole could be typed', () => {
  expect([isWhole(whole), isWhole(whole.slice(1))]).toEqual([true, false])
})
