import { memberAccount } from '@btbc/ledger/account.ts'
import { give } from '@btbc/ledger/testing.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { startTestServer } from '#testing/server.ts'

import { limit, startBot, type Values } from '#testing/bots.ts'

/** Orders as nobody sends them: whatever they say, they are an answer to their sender alone. */

const ORDERS_AT_ONCE = 50
const ROUNDS = process.env['BTBC_CAMPAIGN'] === '1' ? 20_000 : 40
const ROUNDS_AT_ONCE = 10

/** Around each limit of prices, quantities, worths, exact numbers and columns. */
const numbers = [
  '0 0.00000001 0.00001 0.001 0.01 0.5 1 2 20 100 49999.99 50000 50000.01 9000 9000.00001',
  '13421.7728 13421.7729 14128.1819 1342177.28 1342177.29 1412818.19 900000 9000000 20000000',
  '90000000 90000000.01 90071992.54740991 90071992.54740992 1000000000 92233720368.54775807',
]
  .join(' ')
  .split(' ')

const number = fc.constantFrom(...numbers, '99999999999', '-1', '1e9', 'NaN')
const sometimes = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 2 })

const oddOrder = fc.record({
  symbol: fc.constantFrom('BTCUSDT', 'BNBUSDT', 'BTBCUSDT'),
  side: fc.constantFrom('BUY', 'SELL'),
  type: fc.constantFrom('LIMIT', 'MARKET', 'LIMIT_MAKER', 'STOP_LOSS', 'STOP_LOSS_LIMIT'),
  timeInForce: fc.constantFrom('GTC', 'GTC', 'IOC', 'FOK', undefined),
  price: sometimes(number),
  stopPrice: sometimes(number),
  quantity: sometimes(number),
  quoteOrderQty: fc.option(number, { nil: undefined, freq: 1 }),
})

/** Only what an order of this type may say, most of the time. */
const order = fc.tuple(oddOrder, fc.boolean()).map(([all, isSound]) => {
  if (!isSound) return all
  const { price, stopPrice, timeInForce = 'GTC', quantity = '1', quoteOrderQty, ...rest } = all
  const isPriced = rest.type !== 'MARKET' && rest.type !== 'STOP_LOSS'
  const isTimed = rest.type === 'LIMIT' || rest.type === 'STOP_LOSS_LIMIT'
  const byBudget = rest.type === 'MARKET' && quoteOrderQty !== undefined
  return {
    ...rest,
    ...(byBudget ? { quoteOrderQty } : { quantity }),
    ...(isPriced ? { price: price ?? '100' } : {}),
    ...(rest.type.startsWith('STOP') ? { stopPrice: stopPrice ?? '100' } : {}),
    ...(isTimed ? { timeInForce } : {}),
  }
})

/** More than one order may come to. */
const funds = [
  ['USDT', 250_000_000n],
  ['BTC', 10_000_000n],
  ['BNB', 10_000_000n],
  ['BTBC', 10_000_000n],
] as const

/** Internal, overloaded, unknown, and what no filter explains. */
const faults = [-1000, -1001, -1007, -1008]

test('whatever an order says, no batch fails and nobody else is refused', async () => {
  const server = await startTestServer({ rateLimits: false })
  const [odd, other, sound] = await Promise.all(
    ['odd', 'other', 'sound'].map((name) => startBot(server, `${name}@example.test`)),
  )
  if (!odd || !other || !sound) throw new Error('Three bots are needed')
  for (const { member } of [odd, other, sound]) {
    for (const [code, coins] of funds) {
      const account = memberAccount(member.id, 'change', currencies[code].id)
      await give(server.db, account, coins * UNIT, server.clock.now())
    }
  }
  const epochs = () =>
    server.db
      .selectFrom('market_lease')
      .select(['market_id', 'epoch'])
      .orderBy('market_id')
      .execute()
  const before = await epochs()
  const answered = new Map<number, number>()
  const count = (json: unknown) => {
    const code = typeof json === 'object' && json && 'code' in json ? Number(json.code) : 0
    answered.set(code, (answered.get(code) ?? 0) + 1)
  }
  const many = fc.array(order, { minLength: ORDERS_AT_ONCE, maxLength: ORDERS_AT_ONCE })
  const rounds = fc.array(many, { minLength: ROUNDS_AT_ONCE, maxLength: ROUNDS_AT_ONCE })
  const place = async (bot: typeof odd, orders: readonly object[]) => {
    const values: Values = { orders: JSON.stringify(orders) }
    const { json } = await bot.signed('POST', '/api/v3/batchOrders', values)
    for (const each of Array.isArray(json) ? json : [json]) count(each)
  }
  await fc.assert(
    fc.asyncProperty(rounds, async (all) => {
      const beside = sound.signed('POST', '/api/v3/order', limit('0.01', '1000'))
      await Promise.all(all.map((orders, n) => place(n % 2 === 0 ? odd : other, orders)))
      expect(await beside).toMatchObject({ status: 200 })
      for (const { signed } of [odd, other, sound]) {
        for (const symbol of ['BTCUSDT', 'BNBUSDT', 'BTBCUSDT']) {
          count((await signed('DELETE', '/api/v3/openOrders', { symbol })).json)
        }
      }
      expect(faults.filter((code) => answered.has(code))).toEqual([])
    }),
    { numRuns: ROUNDS / ROUNDS_AT_ONCE, endOnFailure: true },
  )
  expect(await epochs()).toEqual(before)
  // It was about orders that met the book, and about each kind of filter.
  expect([...answered.keys()]).toEqual(expect.arrayContaining([0, -1013, -2010, -1102]))
}, 0)
