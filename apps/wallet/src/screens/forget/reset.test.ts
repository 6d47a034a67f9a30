import { expect, test } from 'vitest'

import { countryOf, isLocalPhone, noReset } from '#screens/forget/reset.ts'

test.each([
  ['13800138000', true],
  ['138 0013 8000', true],
  ['(202) 555-0123', true],
  ['202-555-0123', true],
  ['+12025550123', false],
  ['ada@example.test', false],
  ['7up@example.test', false],
  ['', false],
])('%s is a phone without its country: %s', (account, local) => {
  expect(isLocalPhone(account)).toBe(local)
})

test('a country goes along with such a phone only', () => {
  expect(countryOf({ ...noReset, account: '13800138000' })).toEqual({
    area_code: '86',
    area_code_id: 1,
  })
  expect(countryOf({ ...noReset, account: 'ada@example.test' })).toEqual({})
})
