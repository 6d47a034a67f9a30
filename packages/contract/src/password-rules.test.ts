import { expect, test } from 'vitest'

import { passwordRules } from '#password-rules.ts'

test.each([
  ['', { length: false, letter: false, digit: false }],
  ['abc12', { length: false, letter: true, digit: true }],
  ['abcdef', { length: true, letter: true, digit: false }],
  ['123456', { length: true, letter: false, digit: true }],
  ['copper-kettle-42', { length: true, letter: true, digit: true }],
  ['密码密码密1', { length: true, letter: true, digit: true }],
  [`a1${'x'.repeat(63)}`, { length: false, letter: true, digit: true }],
])('%s', (password, met) => {
  expect(passwordRules(password)).toEqual(met)
})
