import { expect, test } from 'vitest'

import { figureFault, figureFaults, percentTo, SOME, wholeTo } from '#figure-fault.ts'

test('a figure is fine from its least to its most, and else the bounds are said', () => {
  for (const text of ['1', ' 3650 ']) expect(figureFault(text, wholeTo(3650))).toBeUndefined()
  for (const text of ['', '0', '3651', '1.5', '-1', 'a'])
    expect(figureFault(text, wholeTo(3650))).toBe('A whole number from 1 to 3650, please.')
  // It may be a thousand and it may be one: nobody guesses.
  for (const bounds of [wholeTo(3650), SOME])
    expect(figureFault('1,000', bounds)).toBe('Without commas, please: such as 1000 or 2.5.')
  for (const text of ['0.01', '100']) expect(figureFault(text, percentTo('100'))).toBeUndefined()
  for (const text of ['0', '0.001', '100.01'])
    expect(figureFault(text, percentTo('100'))).toBe('A figure from 0.01 to 100, please.')
  expect(figureFaults({ amount: ['0', SOME], budget: ['2.5', SOME] })).toEqual({
    amount: 'A figure from 0.00000001 to 9999999999, please.',
  })
})
