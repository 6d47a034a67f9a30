import { once } from 'node:events'

import { currencies } from '@btbc/money/currency.ts'
import type { Random } from '@btbc/matching/random-flow.ts'

import { withSignature } from '#testing/bots.ts'
import { newKey } from '#testing/server.ts'

import type { Act, Person, World } from './world.ts'

/** What can be done to others with orders and with questions about them. */

const { BTC, BNB, BTBC } = currencies
const SYMBOLS = ['BTCUSDT', 'BNBUSDT', 'BTBCUSDT'] as const

/** Around each limit of prices, quantities, worths, exact numbers and columns, and beyond. */
const NUMBERS = [
  '0',
  '0.00000001',
  '0.00001',
  '0.5',
  '1',
  '900',
  '9000',
  '50000',
  '13421.7728',
  '13421.7729',
  '1342177.28',
  '1342177.29',
  '90000000',
  '90071992.54740993',
  '92233720368.54775808',
  '99999999999999999999',
  '-1',
  '1e30',
  'NaN',
  ' ',
] as const

const TIMES = ['0', '-1', '1', 'NaN', '8640000000000000', '9007199254740993'] as const
const DATES = ['0000-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '9999-12-31T23:59:59.999Z'] as const
const METHODS = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'order.place'] as const
const NONSENSE = [
  [1],
  [null],
  [{}],
  [[]],
  [{ symbol: 'BTCUSDT' }],
  [{ __proto__: { symbol: 'BTCUSDT' } }],
  ['x'.repeat(5000)],
  Array.from({ length: 400 }, () => ({})),
  [],
  [{ symbol: { $ne: null }, side: ['BUY'] }],
] as const

function oddOrder(random: Random): Record<string, string> {
  const number = () => random.pick(NUMBERS)
  const type = random.pick(['LIMIT', 'MARKET', 'LIMIT_MAKER', 'STOP_LOSS', 'STOP_LOSS_LIMIT'])
  const isTimed = type === 'LIMIT' || type === 'STOP_LOSS_LIMIT' || random.chance(0.1)
  const isPriced = isTimed || type === 'LIMIT_MAKER' || random.chance(0.1)
  return {
    symbol: random.pick(SYMBOLS),
    side: random.pick(['BUY', 'SELL']),
    type,
    ...(type === 'MARKET' && random.chance(0.5)
      ? { quoteOrderQty: number() }
      : { quantity: number() }),
    ...(isPriced && { price: number() }),
    ...(isTimed && { timeInForce: random.pick(['GTC', 'IOC', 'FOK']) }),
    ...(type.startsWith('STOP') && { stopPrice: number() }),
  }
}

const limit = (side: 'BUY' | 'SELL', price: string, quantity: string) => ({
  symbol: 'BTCUSDT',
  side,
  type: 'LIMIT',
  timeInForce: 'GTC',
  price,
  quantity,
})

async function placeMany(person: Person, orders: readonly unknown[]): Promise<void> {
  await person.bot('POST', '/api/v3/batchOrders', { orders: JSON.stringify(orders) })
}

async function cancelAll(person: Person): Promise<void> {
  for (const symbol of SYMBOLS) await person.bot('DELETE', '/api/v3/openOrders', { symbol })
}

/** Two who have it sell each other the same coins, as large as an order may be. */
async function trade({ hostile }: World, person: Person): Promise<void> {
  const other = hostile.find(({ isRich, index }) => isRich && index !== person.index) ?? person
  await placeMany(person, [limit('BUY', '100000', '900'), limit('BUY', '100000', '900')])
  await placeMany(other, [limit('SELL', '100000', '899'), limit('SELL', '100000', '899')])
  await cancelAll(person)
}

/** As many requests as a socket takes in one go, in whatever order they are answered. */
async function overSocket(world: World, person: Person, random: Random): Promise<void> {
  const socket = await person.socket('/ws-api/v3')
  if (!socket) return
  const { key: apiKey, secret } = person.keys
  const timestamp = world.server.clock.wallNow().getTime()
  let heard = 0
  socket.on('message', (data: Buffer) => {
    const { status, error } = JSON.parse(data.toString()) as { status?: number; error?: object }
    if ((status ?? 0) >= 500) world.faults.push(`${person.doing}: ${JSON.stringify(error)}`)
    heard += 1
    if (heard === SOCKET_REQUESTS) socket.close()
  })
  for (let id = 1; id <= SOCKET_REQUESTS; id += 1) {
    const sent = { ...oddOrder(random), apiKey, timestamp }
    const sorted = Object.fromEntries(Object.entries(sent).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    const signature = withSignature(secret, sorted).replace(/^.*&signature=/, '')
    const params = random.chance(0.9) ? { ...sorted, signature } : { __proto__: null, x: [] }
    socket.send(JSON.stringify({ id, method: random.pick(METHODS), params }))
  }
  await once(socket, 'close', { signal: AbortSignal.timeout(SOCKET_MS_MAX) }).catch(() => {
    socket.terminate()
  })
}
const SOCKET_REQUESTS = 30
const SOCKET_MS_MAX = 10_000

export const orderActs: readonly Act[] = [
  {
    name: 'odd orders over REST',
    async run(_, person, random) {
      await person.bot('POST', '/api/v3/order', oddOrder(random))
      await placeMany(
        person,
        Array.from({ length: 20 }, () => oddOrder(random)),
      )
      if (random.chance(0.5)) await cancelAll(person)
    },
  },
  { name: 'odd orders over a socket', run: overSocket },
  {
    name: 'odd orders of the app',
    async run(_, person, random) {
      for (let n = 0; n < 5; n += 1) {
        const request = {
          currency_id: random.pick([BTC.id, BNB.id, BTBC.id, 0, 3]),
          num: random.pick(NUMBERS),
          price: random.pick(NUMBERS),
          mode: random.pick([1, 2, 3]),
        }
        await person.app(`/transaction/${random.pick(['in', 'out'])}`, request, { key: newKey() })
      }
      const id = random.pick([1, 2 ** 53 - 1, 2 ** 53, -1, 1.5])
      await person.app('/transaction_del', { id, type: 'in' }, { key: newKey() })
    },
  },
  {
    name: 'a cancel of all that is more than a number can say',
    by: ({ isRich }) => isRich,
    async run(_, person) {
      await placeMany(person, [limit('BUY', '100000', '900'), limit('BUY', '99999', '900')])
      await cancelAll(person)
    },
  },
  { name: 'volumes without end', by: ({ isRich }) => isRich, run: trade },
  {
    name: 'lists of nonsense',
    async run(_, person, random) {
      for (let n = 0; n < 4; n += 1) await placeMany(person, random.pick(NONSENSE))
      await person.bot('POST', '/api/v3/batchOrders', { orders: random.pick(['{}', '[', '7']) })
    },
  },
  {
    name: 'extreme times',
    async run(_, person, random) {
      const symbol = random.pick(SYMBOLS)
      const [startTime, endTime] = [random.pick(TIMES), random.pick(TIMES)]
      const interval = random.pick(['1m', '30m', '12h', '1d', '1M'])
      const market = new URLSearchParams({ symbol, interval, startTime, endTime, limit: '1000' })
      await person.send(`/api/v3/klines?${market}`)
      await person.send(`/api/v3/aggTrades?${new URLSearchParams({ symbol, startTime, endTime })}`)
      await person.send(`/api/v3/depth?symbol=${symbol}&limit=5000`)
      for (const list of ['allOrders', 'myTrades']) {
        await person.bot('GET', `/api/v3/${list}`, { symbol, startTime, endTime })
      }
      const txId = random.pick(['\0', '%00', '__proto__', "'"])
      await person.bot('GET', '/sapi/v1/capital/deposit/hisrec', { txId, startTime, endTime })
      const range = random.chance(0.5) ? { from: random.pick(DATES) } : { to: random.pick(DATES) }
      const candles = { currency_id: BTC.id, interval: random.pick(['30m', '1w']), ...range }
      await person.app('/market/candles', candles, { method: 'GET' })
    },
  },
]
