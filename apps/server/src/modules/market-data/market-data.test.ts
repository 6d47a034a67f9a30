import { listCandles, listTrades } from '@btbc/contract/market-data.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, onTestFinished, test } from 'vitest'

import { allTrades, startAgain, startMarket, TICK } from '#testing/market.ts'
import { ok, refusal, startBeside } from '#testing/server.ts'

import { startMarketData } from './market-data.ts'

const { BTBC } = currencies

test('every stretch of the tape is that part of all trades, also in the middle of a batch', async () => {
  const { server, maker, taker } = await startMarket()
  const { exchange } = server.app
  const order = { marketId: BTBC.id, type: 'limit' as const, price: 8000n * TICK }
  for (let round = 1n; round <= 3n; round += 1n) {
    for (let n = 1n; n <= 3n; n += 1n) {
      await exchange.place({ ...order, memberId: maker.id, side: 'sell', quantity: n * 10n * UNIT })
    }
    await exchange.place({ ...order, memberId: taker.id, side: 'buy', quantity: 60n * UNIT })
  }
  const all = await allTrades(server)
  expect(all.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  const tens = [1n, 2n, 3n, 1n, 2n, 3n, 1n, 2n, 3n]
  expect(all.map(({ quantity }) => quantity / (10n * UNIT))).toEqual(tens)
  for (let fromId = 1; fromId <= 10; fromId += 1) {
    for (let limit = 1; limit <= 10; limit += 1) {
      const part = await exchange.trades(BTBC.id, { fromId, limit })
      expect(part).toEqual(all.slice(fromId - 1, fromId - 1 + limit))
    }
  }
})

test('the day counts the last 24 hours, forgets the rest, and is the same after a restart', async () => {
  const { server, trade, dayStatistics } = await startMarket()
  expect(dayStatistics()).toMatchObject({ count: 0, close: 0n, open: 0n, changePercent: 0n })
  expect(dayStatistics()).toMatchObject({ previousClose: 0n })
  await trade(8000n)
  server.clock.pass({ hours: 20 })
  await trade(10_000n)
  await trade(9000n)
  const first = dayStatistics()
  expect(first).toMatchObject({
    open: 8000n * TICK,
    high: 10_000n * TICK,
    low: 8000n * TICK,
    close: 9000n * TICK,
    volume: 30n * UNIT,
    quoteVolume: 270_000n * TICK,
    count: 3,
    firstTrade: 1,
    lastTrade: 3,
    previousClose: 0n,
    change: 1000n * TICK,
    changePercent: 1_250_000_000n,
  })
  expect((await startAgain(server)).dayStatistics(BTBC.id)).toEqual(first)
  server.clock.pass({ hours: 5 })
  const second = dayStatistics()
  expect(second).toMatchObject({ open: 10_000n * TICK, count: 2, volume: 20n * UNIT })
  expect(second.previousClose).toBe(8000n * TICK)
  expect((await startAgain(server)).dayStatistics(BTBC.id)).toEqual(second)
  server.clock.pass({ hours: 30 })
  expect(dayStatistics()).toMatchObject({ count: 0, close: 9000n * TICK, volume: 0n, change: 0n })
  expect(dayStatistics().previousClose).toBe(9000n * TICK)
})

test('a day of which some trades were not heard is read anew, with what comes meanwhile', async () => {
  const { server, trade } = await startMarket()
  const { exchange } = server.app
  let hears = true
  const deaf: typeof exchange = {
    ...exchange,
    onBatch: (told, wants) => exchange.onBatch((batch) => void (hears && told(batch)), wants),
  }
  const marketData = await startMarketData({
    db: server.db,
    exchange: deaf,
    now: () => server.clock.now(),
    report: (error) => {
      throw error
    },
  })
  onTestFinished(() => marketData.stop())
  const day = () => marketData.dayStatistics(BTBC.id)
  await trade(8000n)
  hears = false
  await trade(9000n)
  expect(day()).toMatchObject({ count: 1, high: 8000n * TICK })
  hears = true
  await trade(8500n)
  await trade(8600n)
  await marketData.caughtUp()
  expect(day()).toEqual(server.app.marketData.dayStatistics(BTBC.id))
  expect(day()).toMatchObject({ count: 4, high: 9000n * TICK })
})

test('a server beside the one that trades knows what the market pays, and what it was when it takes over', async () => {
  const { server, trade } = await startMarket()
  await trade(8000n)
  const other = await startBeside(server)
  await trade(9000n)
  await other.marketData.follow()
  const paid = other.marketData.averagePrice(BTBC.id)
  expect(paid).toBeGreaterThan(8000n * TICK)
  expect(paid).toBe(server.app.marketData.averagePrice(BTBC.id))
  await trade(9500n)
  const day = server.app.marketData.dayStatistics(BTBC.id)
  await server.app.http.close()
  await server.app.jobs.stop()
  await expect.poll(() => other.exchange.isOpen()).toBe(true)
  await expect.poll(() => other.exchange.lastTrade(BTBC.id)?.price).toBe(9500n * TICK)
  await other.marketData.caughtUp()
  expect(other.marketData.dayStatistics(BTBC.id)).toEqual(day)
})

test('the calls answer candles and the tape to anyone, and refuse what does not exist', async () => {
  const { server, trade } = await startMarket()
  await trade(8000n)
  await trade(8100n)
  const asked = { currency_id: BTBC.id, interval: '1h' as const }
  expect(ok(await server.call(listCandles, asked)).list).toMatchObject([
    { open: '0.80000000', close: '0.81000000', volume: '20.00000000', trades: 2 },
  ])
  const tape = ok(await server.call(listTrades, { currency_id: BTBC.id })).list
  expect(tape.map(({ id, price }) => [id, price])).toEqual([
    [1, '0.80000000'],
    [2, '0.81000000'],
  ])
  const later = { currency_id: BTBC.id, from_id: 2, limit: 1 }
  expect(ok(await server.call(listTrades, later)).list).toMatchObject([{ id: 2 }])
  expect(refusal(await server.call(listTrades, { currency_id: 2 }))).toBe('market_not_found')
  const odd = { currency_id: BTBC.id, interval: '7m' as never }
  expect(refusal(await server.call(listCandles, odd))).toBe('invalid_request')
  const many = { ...asked, limit: 1001 }
  expect(refusal(await server.call(listCandles, many))).toBe('invalid_request')
})
