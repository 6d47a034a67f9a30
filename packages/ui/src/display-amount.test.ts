import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { displayAmount, isTiny } from '#display-amount.ts'
import { readPastedAmount } from '#typed-amount.ts'

const locales = ['en', 'zh-CN', 'zh-HK', 'ja', 'ko', 'es', 'pt-BR', 'bn-BD']

const anyAmount = fc
  .tuple(fc.bigInt({ min: 0n, max: 9_999_999_999n }), fc.bigInt({ min: 0n, max: 99_999_999n }))
  .map(([whole, fraction]) => `${whole}.${fraction.toString().padStart(8, '0')}`)

function decimalOf(locale: string): string {
  return (
    new Intl.NumberFormat(`${locale}-u-nu-latn`)
      .formatToParts(1.5)
      .find(({ type }) => type === 'decimal')?.value ?? '.'
  )
}

function digitsOf(text: string, locale: string): string {
  const [whole = '', fraction] = text.split(decimalOf(locale))
  const digits = whole.replaceAll(/\D/g, '')
  return fraction === undefined ? digits : `${digits}.${fraction}`
}

describe.each(locales)('in %s', (locale) => {
  test('every digit of an amount is shown, in Latin digits', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        const shown = displayAmount(amount, { locale, minDecimals: 8 })
        expect(digitsOf(shown, locale)).toBe(amount)
      }),
    )
  })

  test('fewer decimals cut and never round up', () => {
    fc.assert(
      fc.property(anyAmount, fc.integer({ min: 0, max: 8 }), (amount, decimals) => {
        const shown = digitsOf(
          displayAmount(amount, { locale, decimals, minDecimals: decimals }),
          locale,
        )
        expect(amount.startsWith(shown)).toBe(true)
      }),
    )
  })

  test('an amount shown here and pasted is read as itself', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        const pasted = readPastedAmount(displayAmount(amount, { locale, minDecimals: 8 }))
        expect(pasted).toEqual({ kind: 'amount', amount })
      }),
    )
  })
})

test('signs: income has a plus where asked, spending a true minus, nothing has none', () => {
  expect(displayAmount('-12.50000000', { locale: 'en', minDecimals: 2 })).toBe('\u221212.50')
  expect(displayAmount('12.5', { locale: 'en', signed: true })).toBe('+12.5')
  expect(displayAmount('-0.00000000', { locale: 'en', signed: true })).toBe('0')
  expect(displayAmount('-0.004', { locale: 'en', decimals: 2 })).toBe('0')
})

test.each(locales)('four digits are grouped as five are in %s', (locale) => {
  const marks = (amount: string) => displayAmount(amount, { locale }).replaceAll(/\d/g, '')
  expect(marks('9630')).toBe(marks('10000'))
  expect(marks('9630')).toHaveLength(1)
})

test('what so many decimals show nothing of is found, and nothing itself is not', () => {
  expect(isTiny('0.00400000', 2)).toBe(true)
  expect(isTiny('-0.00000001', 6)).toBe(true)
  expect(isTiny('0.01', 2)).toBe(false)
  expect(isTiny('0.00000000', 2)).toBe(false)
  expect(isTiny('12.00400000', 2)).toBe(false)
})

test('what is not an amount is left alone', () => {
  expect(displayAmount('n/a', { locale: 'en' })).toBe('n/a')
})

test.each([
  ['1.234,56', '1234.56'],
  ['1,234.56', '1234.56'],
  ['1 234,56', '1234.56'],
  ['1\u202f234,56', '1234.56'],
  ["1'234.56", '1234.56'],
  ['1,23,456.5', '123456.5'],
  ['1.234.567', '1234567'],
  ['12,5', '12.5'],
  ['0.123', '0.123'],
  ['0,123', '0.123'],
  ['1234.567', '1234.567'],
  ['12.34567890', '12.34567890'],
  ['100 USDT', '100'],
  ['USDT 1,000.00', '1000.00'],
  ['007', '7'],
  ['১২.৫', '12.5'],
])('pasted %s is %s', (text, amount) => {
  expect(readPastedAmount(text)).toEqual({ kind: 'amount', amount })
})

test.each([
  ['1,234', ['1234', '1.234']],
  ['1.234', ['1234', '1.234']],
  ['12.345', ['12345', '12.345']],
])('pasted %s may be two amounts and is asked', (text, amounts) => {
  expect(readPastedAmount(text)).toEqual({ kind: 'ambiguous', amounts })
})

test.each(['', 'abc', '-5', '1e5', '1,2,3', '1.2.3', '12.', '.5', '1,,2', '1 2', '5 % off'])(
  'pasted %j is no amount',
  (text) => {
    expect(readPastedAmount(text)).toEqual({ kind: 'unreadable' })
  },
)

test('no text makes the reader fail or invent digits', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."0123456789.,' ".split('')) }), (text) => {
      const read = readPastedAmount(text)
      const found =
        read.kind === 'amount' ? [read.amount] : read.kind === 'ambiguous' ? read.amounts : []
      for (const amount of found) {
        expect(amount).toMatch(/^\d+(\.\d+)?$/)
        expect(text.replaceAll(/\D/g, '')).toContain(
          amount.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, ''),
        )
      }
    }),
  )
})
