import { formatAmount } from '@btbc/money/amount.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { bestLevels, bookOf, changeBook } from '#live/book.ts'

test('levels come best first on both sides, by value and not by letters', () => {
  const book = bookOf({
    bids: [
      ['99.5', '1'],
      ['100', '2'],
    ],
    asks: [
      ['1000', '3'],
      ['101', '4'],
    ],
  })
  expect(bestLevels(book, 'bids', 6).map(({ price }) => price)).toEqual(['100', '99.5'])
  expect(bestLevels(book, 'asks', 6).map(({ price }) => price)).toEqual(['101', '1000'])
  expect(bestLevels(book, 'asks', 1)).toHaveLength(1)
})

test('deltas, one after the other, come to what a snapshot says', () => {
  const level = fc.tuple(
    fc.bigInt(1n, 9n).map((units) => formatAmount(units)),
    fc.bigInt(0n, 3n).map((units) => formatAmount(units)),
  )
  fc.assert(
    fc.property(fc.array(fc.array(level)), (deltas) => {
      const wanted = new Map<string, string>()
      let book = bookOf({ bids: [], asks: [] })
      for (const bids of deltas) {
        book = changeBook(book, { bids, asks: [] })
        for (const [price, quantity] of bids) wanted.set(price, quantity)
      }
      for (const [price, quantity] of wanted) if (quantity === '0.00000000') wanted.delete(price)
      expect(new Map(book.bids)).toEqual(wanted)
    }),
  )
})
