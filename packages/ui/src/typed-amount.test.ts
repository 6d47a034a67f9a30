import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { formatsOf } from '#display-amount.ts'
import { editAmount, writeAmount, type Written } from '#typed-amount.ts'

const locales = ['en', 'zh-CN', 'zh-HK', 'ja', 'ko', 'es', 'pt-BR', 'bn-BD']

/** What stands there after these keys; '<' takes the last character away. */
function typed(keys: string, locale: string, decimals = 8): Written {
  const place = { locale, decimals }
  return keys
    .split('')
    .reduce(
      (before, key) =>
        editAmount(before, key === '<' ? before.text.slice(0, -1) : before.text + key, place),
      writeAmount('', place),
    )
}

/** The same as one text: of an input method, autofill, dictation. */
function inserted(text: string, locale: string, decimals = 8): Written {
  const place = { locale, decimals }
  return editAmount(writeAmount('', place), text, place)
}

describe.each(locales)('in %s', (locale) => {
  const { decimal } = formatsOf(locale)
  const foreign = decimal === '.' ? ',' : '.'

  test('what is typed is what stands there, grouped, digit by digit', () => {
    const amounts = fc.tuple(
      fc.bigInt({ min: 0n, max: 99_999_999_999n }),
      fc.stringMatching(/^(\d{0,8})$/),
    )
    fc.assert(
      fc.property(amounts, ([whole, fraction]) => {
        const { amount, isOurs } = typed(`${whole}${decimal}${fraction}`, locale)
        expect({ amount, isOurs }).toEqual({
          amount: fraction === '' ? `${whole}` : `${whole}.${fraction}`,
          isOurs: true,
        })
      }),
    )
  })

  test('no keys ever make an amount of other digits, in another order, or too many of them', () => {
    const keys = fc.array(fc.constantFrom('0', '1', '5', '9', '.', ',', ' ', 'e', '-'), {
      maxLength: 24,
    })
    fc.assert(
      fc.property(keys, fc.integer({ min: 0, max: 8 }), (pressed, decimals) => {
        const { amount, text, doubt } = typed(pressed.join(''), locale, decimals)
        expect(amount).toMatch(/^(|(0|[1-9]\d{0,10})(\.\d{1,8})?)$/)
        expect((amount.split('.')[1] ?? '').length).toBeLessThanOrEqual(decimals)
        // What is not kept is said, and never stands there as if it were.
        if (amount === '' && text !== '') expect(doubt).toBeDefined()
        const digits = pressed.join('').replaceAll(/\D/g, '').replace(/^0+/, '')
        if (amount !== '') expect(digits).toContain(amount.replace('.', '').replace(/^0+/, ''))
      }),
    )
  })

  test('the other mark is a point until a third digit follows it: then it is asked', () => {
    expect(typed(`1${foreign}`, locale)).toMatchObject({ amount: '1' })
    expect(typed(`1${foreign}5`, locale)).toMatchObject({ amount: '1.5' })
    expect(typed(`1${foreign}234`, locale)).toMatchObject({
      amount: '',
      doubt: { kind: 'ambiguous', amounts: ['1234', '1.234'] },
    })
    expect(typed(`1${foreign}2345`, locale)).toMatchObject({ amount: '1.2345' })
    expect(typed(`1${foreign}234${decimal}5`, locale)).toMatchObject({ amount: '1234.5' })
    expect(typed(`1${foreign}234${decimal}5<<<<<`, locale).amount).toBe('1')
  })

  test('a group mark of ours that is edited away changes nothing', () => {
    const place = { locale, decimals: 8 }
    const before = writeAmount('1234.5', place)
    const without = before.text.replace(foreign, '')
    expect(editAmount(before, without, place)).toEqual(before)
  })
})

test.each([
  ['ja', '１．５', '1.5'],
  ['ja', '1。5', '1.5'],
  ['ja', '１，２３４．５', '1234.5'],
  ['ja', '1,5', '1.5'],
  ['es', '1.5', '1.5'],
  ['es', '1.234,5', '1234.5'],
  ['zh-CN', '1、234、567', '1234567'],
  ['bn-BD', '১,২৩,৪৫৬.৫', '123456.5'],
])('in %s, %s as one text is %s, in our own marks', (locale, text, amount) => {
  const place = { locale, decimals: 8 }
  expect(inserted(text, locale)).toEqual(writeAmount(amount, place))
})

test.each([
  ['1.234', 'ambiguous'],
  ['1e5', 'unreadable'],
  ['1.5.', 'unreadable'],
  ['123456789012', 'unreadable'],
])('%s as one text is no amount and stays to be seen', (text, kind) => {
  expect(inserted(text, 'en')).toMatchObject({ text, amount: '', doubt: { kind } })
})

test('a point before any digit means nought point, whichever key it was', () => {
  expect(typed('.', 'en')).toMatchObject({ text: '0.', amount: '0' })
  expect(typed(',5', 'es')).toMatchObject({ text: '0,5', amount: '0.5' })
  expect(typed('.5', 'es')).toMatchObject({ amount: '0.5' })
})

test('digits beyond the currency are cut, never rounded, and told of until the next key', () => {
  const beyond = typed('12.987', 'en', 2)
  expect(beyond).toMatchObject({ text: '12.98', amount: '12.98', doubt: { kind: 'decimals' } })
  expect(editAmount(beyond, '12.9', { locale: 'en', decimals: 2 }).doubt).toBeUndefined()
  expect(typed('0.000001', 'en', 5)).toMatchObject({
    amount: '0.00000',
    doubt: { kind: 'decimals' },
  })
})

test('a whole number has no point, and what follows one is not taken into it', () => {
  expect(typed('12.5', 'en', 0)).toMatchObject({
    text: '12.5',
    amount: '',
    doubt: { kind: 'decimals' },
  })
  expect(typed('12.5<<', 'en', 0)).toEqual(writeAmount('12', { locale: 'en', decimals: 0 }))
})
