import { limitOrder, marketOrder } from '@btbc/contract/exchange-rows.ts'
import { once } from 'node:events'

import { placeBuy, placeSell } from '@btbc/contract/exchange.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { give } from '@btbc/ledger/testing.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'

import { limit, startBot, type Values } from '#testing/bots.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

type Bot = Awaited<ReturnType<typeof startBot>>

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

type OddOrder = typeof oddOrder extends fc.Arbitrary<infer One> ? One : never

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

type Order = Pick<OddOrder, 'symbol' | 'side' | 'type'> & Partial<OddOrder>

/** Of the bots' API: internal, overloaded, unknown, and what no filter explains; of the app the same. */
const faults = [-1000, -1001, -1007, -1008, 'internal', 'try_again', 'outcome_unknown']

/** How a bot, a bot on a socket and the app send many orders, and what each was answered. */
function doorsOf(server: TestServer, bot: Bot) {
  return {
    batch: async (orders: readonly Order[]) => {
      const values: Values = { orders: JSON.stringify(orders) }
      const { json } = await bot.signed('POST', '/api/v3/batchOrders', values)
      return (Array.isArray(json) ? json : [json]).map(codeOf)
    },
    frames: (orders: readonly Order[]) => placeInFrames(server, bot, orders),
    app: async (orders: readonly Order[]) =>
      await Promise.all(
        orders.map(async (each) => {
          const way = each.side === 'BUY' ? placeBuy : placeSell
          const answer = await server.call(way, asInApp(each), { as: bot.member })
          return answer.type === 'ok' ? 0 : answer.code
        }),
      ),
  }
}

/** By a socket of their own: what comes by one is limited, whoever sends it. */
async function placeInFrames(
  server: TestServer,
  bot: Bot,
  orders: readonly Order[],
): Promise<number[]> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws-api/v3`)
  await once(socket, 'open')
  const answered: number[] = []
  const all = new Promise<void>((resolve, reject) => {
    socket.on('close', () => reject(new Error('The socket was closed')))
    socket.on('message', (data: Buffer) => {
      answered.push(codeOf((JSON.parse(data.toString()) as { error?: unknown }).error))
      if (answered.length > orders.length) resolve()
    })
  })
  const say = (id: number, method: string, params: object) =>
    socket.send(JSON.stringify({ id, method, params }))
  say(0, 'session.logon', bot.inFrame())
  for (const [at, each] of orders.entries()) say(at + 1, 'order.place', each)
  await all
  socket.terminate()
  return answered
}

function codeOf(said: unknown): number {
  return typeof said === 'object' && said && 'code' in said ? Number(said.code) : 0
}

const termsInApp = { GTC: 'gtc', IOC: 'ioc', FOK: 'fok' } as const

function asInApp(said: Order) {
  const base = said.symbol === 'BNBUSDT' ? 'BNB' : said.symbol === 'BTBCUSDT' ? 'BTBC' : 'BTC'
  const isPriced = said.type !== 'MARKET' && said.type !== 'STOP_LOSS'
  return {
    legal_id: currencies.USDT.id,
    currency_id: currencies[base].id,
    mode: isPriced ? limitOrder : marketOrder,
    price: said.price,
    num: said.quantity,
    spend: said.quoteOrderQty,
    stop_price: said.stopPrice,
    terms:
      said.type === 'LIMIT_MAKER' ? 'post_only' : said.timeInForce && termsInApp[said.timeInForce],
  } as const
}

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
  const answered = new Set<number | string>()
  const [doors, others] = [doorsOf(server, odd), doorsOf(server, other)]
  const many = fc.array(order, { minLength: ORDERS_AT_ONCE, maxLength: ORDERS_AT_ONCE })
  const rounds = fc.array(many, { minLength: ROUNDS_AT_ONCE, maxLength: ROUNDS_AT_ONCE })
  const place = async (orders: readonly Order[], n: number) => {
    const { batch, frames, app } = n % 2 === 0 ? doors : others
    const send = [batch, batch, batch, frames, app][n >> 1] ?? batch
    for (const code of await send(orders)) answered.add(code)
  }
  await fc.assert(
    fc.asyncProperty(rounds, async (all) => {
      const beside = sound.signed('POST', '/api/v3/order', limit('0.01', '1000'))
      await Promise.all(all.map(place))
      expect(await beside).toMatchObject({ status: 200 })
      for (const { signed } of [odd, other, sound]) {
        for (const symbol of ['BTCUSDT', 'BNBUSDT', 'BTBCUSDT']) {
          answered.add(codeOf((await signed('DELETE', '/api/v3/openOrders', { symbol })).json))
        }
      }
      expect(faults.filter((code) => answered.has(code))).toEqual([])
    }),
    { numRuns: ROUNDS / ROUNDS_AT_ONCE, endOnFailure: true },
  )
  expect(await epochs()).toEqual(before)
  // It was about orders that met the book, and about each kind of filter.
  const met = [0, -1013, -2010, -1102, 'price_off_tick', 'below_minimum', 'would_trade']
  expect([...answered]).toEqual(expect.arrayContaining(met))
}, 0)
