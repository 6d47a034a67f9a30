import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { fitAmount, pressKey } from '#amount-keys.ts'

const keys = fc.array(
  fc.constantFrom('0', '1', '2', '5', '9', '.', ',', 'Backspace', 'Enter', 'e', '-'),
  { maxLength: 40 },
)

test('whatever is pressed, the value stays an amount being typed', () => {
  fc.assert(
    fc.property(keys, fc.integer({ min: 0, max: 8 }), (pressed, decimals) => {
      let value = ''
      for (const key of pressed) {
        value = pressKey(value, key, decimals)
        expect(value).toMatch(/^(|(0|[1-9]\d{0,10})(\.\d{0,8})?)$/)
        expect((value.split('.')[1] ?? '').length).toBeLessThanOrEqual(decimals)
      }
    }),
  )
})

test('a point before any digit means nought point', () => {
  expect(pressKey('', '.', 2)).toBe('0.')
  expect(pressKey('', ',', 2)).toBe('0.')
})

test('whole numbers have no point', () => {
  expect(pressKey('12', '.', 0)).toBe('12')
})

test('what does not fit the currency is cut, never rounded', () => {
  expect(fitAmount('12.98765432199', 8)).toBe('12.98765432')
  expect(fitAmount('12.99', 0)).toBe('12')
})
