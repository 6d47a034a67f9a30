import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  AMOUNT_SCALE,
  UNIT,
  UNITS_MAX,
  formatAmount,
  isZero,
  mulDiv,
  parseAmount,
  priceAmount,
  wireUnits,
} from '#amount.ts'

import { currencies, findCurrency, getCurrency } from '#currency.ts'

const units = fc.bigInt(0n, UNITS_MAX)
const scale = fc.integer({ min: 0, max: 18 })
const RUNS = 2_000

test('what is written is read back as it was, at any scale', () => {
  fc.assert(
    fc.property(units, scale, (amount, decimals) => {
      expect(parseAmount(formatAmount(amount, decimals), decimals)).toBe(amount)
    }),
    { numRuns: RUNS },
  )
})

test('a written amount has all its decimals, and its value is exact', () => {
  fc.assert(
    fc.property(fc.bigInt(-UNITS_MAX, UNITS_MAX), scale, (amount, decimals) => {
      const text = formatAmount(amount, decimals)
      const [whole = '', fraction = ''] = text.replace('-', '').split('.')
      expect(fraction).toHaveLength(decimals)
      expect(whole).toMatch(/^(0|[1-9]\d*)$/)
      expect(BigInt(whole + fraction)).toBe(amount < 0n ? -amount : amount)
      expect(text.startsWith('-')).toBe(amount < 0n)
    }),
    { numRuns: RUNS },
  )
})

test('a text with fewer decimals means the same as with zeros behind it', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, UNITS_MAX / UNIT), (whole) => {
      const zeros = '0'.repeat(AMOUNT_SCALE)
      expect(parseAmount(`${whole}`)).toBe(parseAmount(`${whole}.${zeros}`))
      expect(parseAmount(`${whole}`)).toBe(whole * UNIT)
    }),
  )
})

test('any text is either refused or an amount that a column holds', () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^[\d.]{1,25}$/), fc.double().map(String))
  fc.assert(
    fc.property(text, (each) => {
      const amount = parseAmount(each)
      if (amount === undefined) return
      expect(each).toMatch(/^\d+(\.\d{1,8})?$/)
      expect(amount >= 0n && amount <= UNITS_MAX).toBe(true)
    }),
    { numRuns: RUNS },
  )
})

test.each([
  '',
  ' ',
  '.',
  '1.',
  '.5',
  '-1',
  '+1',
  '1e3',
  '0x10',
  '1,5',
  ' 1',
  '1 ',
  '1\n',
  'NaN',
  'Infinity',
  '1_000',
  '١',
  '1.123456789',
  '92233720368.54775808',
  '99999999999999999999',
])('%j is not an amount', (text) => {
  expect(parseAmount(text)).toBeUndefined()
})

test('none is none however many zeros it is written with, and no other amount is', () => {
  const none = ['', '0', '00', '0.', '.0', '0.0', '0.00000000']
  expect(none.filter((amount) => !isZero(amount))).toEqual([])
  expect(['1', '10', '0.00000001', '-0', '0.0.0', '0,0', ' '].filter(isZero)).toEqual([])
  fc.assert(
    fc.property(units, scale, (amount, decimals) => {
      expect(isZero(formatAmount(amount, decimals))).toBe(amount === 0n)
    }),
    { numRuns: RUNS },
  )
})

test('the largest amount of a column can be read and one unit more cannot', () => {
  expect(parseAmount('92233720368.54775807')).toBe(UNITS_MAX)
  expect(parseAmount('92233720368.54775808')).toBeUndefined()
  expect(parseAmount('7', 0)).toBe(7n)
  expect(parseAmount('7.0', 0)).toBeUndefined()
})

test('mulDiv rounds by less than one unit, down or up as said', () => {
  fc.assert(
    fc.property(units, units, fc.bigInt(1n, UNITS_MAX), (a, b, c) => {
      const down = mulDiv(a, b, c, 'down')
      const up = mulDiv(a, b, c, 'up')
      expect(down * c <= a * b && a * b < (down + 1n) * c).toBe(true)
      expect(up * c >= a * b && a * b > (up - 1n) * c).toBe(true)
      expect(up - down).toBe((a * b) % c === 0n ? 0n : 1n)
    }),
    { numRuns: RUNS },
  )
})

test('splitting a fee never makes it smaller, nor a payout larger', () => {
  const rate = fc.bigInt(0n, 10_000n)
  fc.assert(
    fc.property(fc.array(fc.bigInt(0n, UNITS_MAX / 10n), { maxLength: 10 }), rate, (parts, bps) => {
      const whole = parts.reduce((sum, part) => sum + part, 0n)
      const inParts = (rounding: 'down' | 'up'): bigint =>
        parts.reduce((sum, part) => sum + mulDiv(part, bps, 10_000n, rounding), 0n)
      expect(inParts('up') >= mulDiv(whole, bps, 10_000n, 'up')).toBe(true)
      expect(inParts('down') <= mulDiv(whole, bps, 10_000n, 'down')).toBe(true)
    }),
    { numRuns: RUNS },
  )
})

test.each([
  [-1n, 1n, 1n],
  [1n, -1n, 1n],
  [1n, 1n, 0n],
  [1n, 1n, -1n],
])('mulDiv refuses %s × %s ÷ %s', (a, b, c) => {
  expect(() => mulDiv(a, b, c, 'down')).toThrow(RangeError)
})

test('every currency is found by its id, and no other', () => {
  for (const currency of Object.values(currencies)) expect(findCurrency(currency.id)).toBe(currency)
  expect(findCurrency(4)).toBeUndefined()
})

test('on the wire a currency without decimals has them, too; one that does not exist is a bug', () => {
  expect(wireUnits(7n, currencies.LAUNCH)).toBe(7n * UNIT)
  expect(wireUnits(7n, getCurrency(currencies.USDT.id))).toBe(7n)
  expect(() => getCurrency(4)).toThrow('there is no currency 4')
})

test('a price has two decimals at least, and loses none', () => {
  const prices = ['7.2', '7', '0', '7.20000001', '7.235', '61368.61']
  expect(prices.map((price) => priceAmount(parseAmount(price) ?? -1n))).toEqual([
    '7.20',
    '7.00',
    '0.00',
    '7.20000001',
    '7.235',
    '61368.61',
  ])
})
