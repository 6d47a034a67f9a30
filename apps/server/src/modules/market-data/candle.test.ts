import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Trade } from '#modules/exchange/exchange.ts'

import { addUp, foldTrades, type Interval, intervals, openingOf, rollUp } from './candle.ts'
import { openRollingDay } from './rolling-day.ts'

const START = Date.parse('2026-02-25T00:00:00Z')
const DAY_S = 86_400

const anyTrades = fc
  .array(
    fc.record({
      afterS: fc.integer({ min: 0, max: 4 * 3600 }),
      price: fc.bigInt(1n, 10n ** 13n),
      quantity: fc.bigInt(1n, 10n ** 12n),
      isBuy: fc.boolean(),
    }),
    { maxLength: 60 },
  )
  .map((steps) => {
    let at = START
    return steps.map(({ afterS, price, quantity, isBuy }, n): Trade => {
      at += afterS * 1000
      return {
        marketId: 1,
        id: n + 1,
        price,
        quantity,
        quote: price * quantity,
        takerSide: isBuy ? 'buy' : 'sell',
        at: new Date(at),
        makerOrderId: 1n,
        takerOrderId: 2n,
        makerId: 1,
        takerId: 2,
      }
    })
  })

const sizes = Object.keys(intervals) as Interval[]

test('no candle is added up from more than seven that are kept', () => {
  for (const size of sizes) {
    const { minutes, base } = intervals[size]
    expect(minutes / base, size).toBeLessThanOrEqual(7)
  }
})

test('candles rolled up from smaller ones are those folded from the trades', () => {
  fc.assert(
    fc.property(anyTrades, fc.constantFrom(...sizes), (trades, interval) => {
      const { minutes, base } = intervals[interval]
      expect(rollUp(foldTrades(trades, base), minutes)).toEqual(foldTrades(trades, minutes))
    }),
  )
})

test('a candle is what its trades say: nothing lost, nothing twice', () => {
  fc.assert(
    fc.property(anyTrades, fc.constantFrom(...sizes), (trades, interval) => {
      const { minutes } = intervals[interval]
      const candles = foldTrades(trades, minutes)
      expect(candles.reduce((sum, each) => sum + each.trades, 0)).toBe(trades.length)
      for (const candle of candles) {
        const own = trades.filter(({ at }) => +openingOf(at, minutes) === +candle.at)
        const prices = own.map(({ price }) => price).toSorted((a, b) => (a < b ? -1 : 1))
        expect([candle.open, candle.low, candle.high, candle.close]).toEqual([
          own[0]?.price,
          prices[0],
          prices.at(-1),
          own.at(-1)?.price,
        ])
        expect(candle.volume).toBe(own.reduce((sum, { quantity }) => sum + quantity, 0n))
        expect(candle.quoteVolume).toBe(own.reduce((sum, { quote }) => sum + quote, 0n))
      }
    }),
  )
})

test('the rolling day is the fold of the minutes of the last 24 hours, whenever it is asked', () => {
  fc.assert(
    fc.property(anyTrades, fc.integer({ min: 0, max: 2 * DAY_S }), (trades, restS) => {
      const day = openRollingDay([], 0)
      for (const trade of trades) {
        day.add(trades.slice(0, trade.id))
        expect(day.sum(trade.at)).toEqual(naiveDay(trades.slice(0, trade.id), trade.at))
      }
      const later = new Date((trades.at(-1)?.at.getTime() ?? START) + restS * 1000)
      expect(day.sum(later)).toEqual(naiveDay(trades, later))
    }),
  )
})

test('days open at midnight UTC and weeks on Monday', () => {
  const at = new Date('2026-03-01T12:34:56Z')
  expect(openingOf(at, 1440).toISOString()).toBe('2026-03-01T00:00:00.000Z')
  expect(openingOf(at, 10_080).toISOString()).toBe('2026-02-23T00:00:00.000Z')
  expect(openingOf(at, 240).toISOString()).toBe('2026-03-01T12:00:00.000Z')
})

function naiveDay(trades: readonly Trade[], now: Date) {
  const since = now.getTime() - DAY_S * 1000
  return foldTrades(trades, 1)
    .filter(({ at }) => at.getTime() + 60_000 > since)
    .reduce<ReturnType<typeof addUp> | undefined>(
      (all, each) => (all ? addUp(all, each) : each),
      undefined,
    )
}
