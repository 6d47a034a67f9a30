import { balancesOfMember } from '@btbc/ledger/balances.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { candles, startMarketData } from '#modules/market-data/market-data.ts'

import type { Exchange, NewOrder } from '../exchange.ts'
import { getMarket, markets, NOTIONAL_MAX } from '../markets.ts'
import { idOf, plain, readOrder, startTestExchange, told } from '#testing/exchange.ts'

/** Far beyond 2^53 units, which is 90,071,992 coins: all there may be of a coin. */
const ALL = 1_000_000_000n
const { BTC, USDT } = currencies

test('orders that hold more than a number can say are cancelled at once', async () => {
  const { exchange, failures, fund, has, place } = await startTestExchange()
  await fund(1, `${ALL} USDT`)
  const outcomes = await Promise.all(
    Array.from({ length: 11 }, () => place('1 buy 900 BTC at 100000')),
  )
  expect(outcomes.map(told)).toEqual(Array.from({ length: 11 }, () => 'open 0 of 900'))
  expect(await has(1, 'USDT')).toBe('10000000 + 990000000')
  expect(told(await place('1 buy 900 BTC at 100000'))).toBe('insufficient_balance')
  expect((await exchange.cancelAll(1)).map(told)).toEqual(
    Array.from({ length: 11 }, () => 'cancelled 0 of 900'),
  )
  expect(await has(1, 'USDT')).toBe('1000000000 + 0')
  expect(failures).toEqual([])
})

test('a sell that takes more than a number can say is counted to the unit', async () => {
  const { exchange, fund, has, place } = await startTestExchange()
  await fund(1, `${ALL} USDT`)
  await fund(2, '9000 BTC')
  await Promise.all(Array.from({ length: 10 }, (_, n) => place(`1 buy 900 BTC at 99999.${90 - n}`)))
  const sold = await place('2 sell 9000 BTC at 0.01')
  expect(told(sold)).toBe('filled 9000 of 9000')
  const order = await exchange.findOrder({ memberId: 2, id: idOf(sold) })
  // 900 × (10 × 99,999 + 0.81 + … + 0.90), and a thousandth of it.
  expect(plain(order?.quoteFilled ?? 0n)).toBe('899998695')
  expect(plain(order?.fee ?? 0n)).toBe('899998.695')
  expect(await has(2, 'USDT')).toBe('899098696.305 + 0')
})

type Play = { memberId: number; market: number; kind: number; price: bigint; lots: bigint }

const plays: fc.Arbitrary<Play> = fc.record({
  memberId: fc.integer({ min: 1, max: 3 }),
  market: fc.integer({ min: 0, max: 2 }),
  kind: fc.integer({ min: 0, max: 9 }),
  price: fc.bigInt({ min: 1n, max: 2n ** 27n }),
  lots: fc.bigInt({ min: 1n, max: 900_000_000n }),
})

/** As large as one order may be. */
function orderOf({ memberId, market: n, kind, price: ticks, lots }: Play): NewOrder {
  const market = markets[n] ?? getMarket(BTC.id)
  const price = ticks * market.tick
  const lotsMax = NOTIONAL_MAX / ((price * market.lot) / UNIT)
  const quantity = (lots < lotsMax ? lots : lotsMax) * market.lot
  const side = kind % 2 === 0 ? 'buy' : 'sell'
  const order = { memberId, marketId: market.id, side, quantity } as const
  if (kind === 7) return { ...order, type: 'market' }
  return { ...order, type: 'limit', price, timeInForce: kind === 6 ? 'ioc' : 'gtc' }
}

async function play(exchange: Exchange, each: Play): Promise<string[]> {
  if (each.kind > 7) return (await exchange.cancelAll(each.memberId)).map(told)
  return [told(await exchange.place(orderOf(each)))]
}

test('whatever members with all there is do, no unit is lost and no batch fails', async () => {
  const { db, exchange, failures, fund } = await startTestExchange({ batchOrdersMax: 60 })
  await fund(1, `${ALL} USDT`)
  for (const { base } of exchange.markets) {
    const code = base === BTC.id ? 'BTC' : base === currencies.BNB.id ? 'BNB' : 'BTBC'
    await fund(2, `${ALL / 2n} ${code}`)
    await fund(3, `${ALL / 2n} ${code}`)
  }
  await fc.assert(
    fc.asyncProperty(fc.array(plays, { minLength: 20, maxLength: 120 }), async (all) => {
      const answers = (await Promise.all(all.map((each) => play(exchange, each)))).flat()
      expect(answers).not.toContain('internal')
      expect(answers).not.toContain('try_again')
      expect(failures).toEqual([])
      for (const memberId of [1, 2, 3]) {
        const open = exchange.openOrders(memberId)
        for (const { currency, held, purpose } of await balancesOfMember(db, memberId)) {
          if (purpose !== 'change') continue
          const needs = open
            .filter((each) => (each.side === 'buy' ? USDT.id : each.marketId) === currency)
            .map(({ side, price = 0n, quantity, filled }) =>
              side === 'buy' ? (price * (quantity - filled)) / UNIT : quantity - filled,
            )
          expect(held).toBe(needs.reduce((sum, need) => sum + need, 0n))
        }
      }
    }),
    { numRuns: 15, seed: 7 },
  )
})

test('what is traded in a day has no end: the lists, the candles and the start go on', async () => {
  const { db, exchange, another, failures, fund } = await startTestExchange()
  await fund(1, `${ALL} USDT`)
  await fund(2, '20000 BTC')
  const many = (text: string) =>
    exchange.placeMany(Array.from({ length: 9 }, () => readOrder(text)))
  // Two members sell each other the same coins, for 810,000,000 USDT a round.
  for (let round = 0; round < 60; round += 1) {
    await many('1 buy 900 BTC at 100000')
    await many('2 sell 900 BTC at 100000')
    await many('2 buy 899 BTC at 100000')
    await many('1 sell 899 BTC at 100000')
  }
  const now = () => new Date('2026-03-01T12:00:30.000Z')
  const report = (error: unknown) => void failures.push(String(error))
  const marketData = await startMarketData({ db, exchange, now, report })
  await marketData.caughtUp()
  const { quoteVolume } = marketData.dayStatistics(BTC.id)
  expect(quoteVolume).toBeGreaterThan(2n ** 63n)
  const stored = await candles(db, { marketId: BTC.id, interval: '1d', limit: 1 })
  expect(stored).toMatchObject([{ quoteVolume }])
  expect((await exchange.fillsOf(1, { limit: 10_000 })).length).toBeGreaterThan(1000)
  await marketData.stop()
  await exchange.stop()
  const next = await another('next')
  expect(next.feeRates(1).maker).toBeLessThan(1000)
  expect(failures).toEqual([])
})
