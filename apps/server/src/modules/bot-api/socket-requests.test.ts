import { expect, test } from 'vitest'

import { type Heard, listen, openStreamOf, order, startMember } from '#testing/bot-sockets.ts'
import { ask as askOverHttp } from '#testing/bots.ts'
import { startTestServer } from '#testing/server.ts'

test('a bot places, reads and cancels over a socket and hears of it; the book moves by one', async () => {
  const server = await startTestServer()
  const { sign } = await startMember(server)
  const book = await listen(server, '/stream?streams=btcusdt@depth@100ms/btcusdt@bookTicker')
  const api = await listen(server, '/ws-api/v3')
  expect(await api.ask('ping')).toMatchObject({ status: 200, result: {} })
  const subscribed = await api.ask('userDataStream.subscribe.signature', sign({}))
  expect(subscribed).toMatchObject({ status: 200, result: { subscriptionId: 0 } })
  const placed = await api.ask(
    'order.place',
    sign({ ...order, quantity: '0.01', newClientOrderId: 'w' }),
  )
  expect(placed).toMatchObject({ status: 200, result: { status: 'NEW' } })
  const named = { symbol: 'BTCUSDT', origClientOrderId: 'w' }
  expect(await api.ask('order.status', sign(named))).toMatchObject({ result: { status: 'NEW' } })
  const cancelled = await api.ask('order.cancel', sign(named))
  expect(cancelled).toMatchObject({ result: { status: 'CANCELED' } })
  const again = await api.ask('order.cancel', sign(named))
  expect(again).toMatchObject({ status: 400, error: { code: -2011 } })
  const report = await api.next(({ event }) => (event as Heard | undefined)?.['X'] === 'CANCELED')
  expect(report['event']).toMatchObject({ x: 'CANCELED', C: 'w' })
  await api.next(({ event }) => (event as Heard | undefined)?.['e'] === 'outboundAccountPosition')
  const isDepth = ({ stream, data }: Heard, number: number) =>
    stream === 'btcusdt@depth@100ms' && (data as Heard)['U'] === number
  await book.next((message) => isDepth(message, 1))
  await book.next((message) => isDepth(message, 2))
})

test('a key that logs on need not sign again; a wrong signature does not log on', async () => {
  const server = await startTestServer()
  const { key, sign } = await startMember(server)
  const api = await listen(server, '/ws-api/v3')
  const wrong = { ...sign({}), signature: 'f'.repeat(64) }
  expect(await api.ask('session.logon', wrong)).toMatchObject({ error: { code: -1022 } })
  expect(await api.ask('session.logon', sign({}))).toMatchObject({ result: { apiKey: key } })
  const placed = await api.ask('order.place', { ...order, quantity: '0.01' })
  expect(placed).toMatchObject({ status: 200, result: { status: 'NEW' } })
  expect(await api.ask('order.fly', {})).toMatchObject({ status: 404, error: { code: -1020 } })
  expect(await api.ask('userDataStream.subscribe', {})).toMatchObject({ status: 200 })
  expect(await api.ask('session.status')).toMatchObject({
    result: { apiKey: key, userDataStream: true },
  })
  expect(await api.ask('session.logout')).toMatchObject({ result: { apiKey: null } })
  expect(await api.ask('openOrders.status', {})).toMatchObject({ error: { code: -1102 } })
  const odd = { returnRateLimits: { toString: 1 } }
  expect(await api.ask('openOrders.status', odd)).toMatchObject({ error: { code: -1130 } })
  api.socket.send('{"id":')
  expect(await api.next(({ id }) => id === null)).toMatchObject({
    status: 400,
    error: { code: -1100 },
  })
})

test('whoever is logged on becomes nobody else by naming their key', async () => {
  const server = await startTestServer()
  const ada = await startMember(server)
  const eve = await startMember(server, 'eve@example.test')
  const api = await listen(server, '/ws-api/v3')
  await api.ask('session.logon', eve.sign({}))
  expect(await api.ask('session.logon', { apiKey: ada.key })).toMatchObject({
    error: { code: -1102 },
  })
  expect(await api.ask('session.status')).toMatchObject({ result: { apiKey: eve.key } })
  await api.ask('order.place', { ...order, quantity: '0.01', newClientOrderId: 'eves' })
  expect((await ada.signed('GET', '/api/v3/openOrders')).json).toEqual([])
  expect((await eve.signed('GET', '/api/v3/openOrders')).json).toMatchObject([
    { clientOrderId: 'eves' },
  ])
})

test('over a socket one asks as clients do, and is told no more once one has left', async () => {
  const server = await startTestServer()
  const { sign } = await startMember(server)
  const api = await listen(server, '/ws-api/v3')
  const ask = async (method: string, params: object) =>
    await api.ask(method, sign({ ...params, returnRateLimits: false }))
  await ask('userDataStream.subscribe.signature', {})
  const limit = { ...order, quantity: '0.002' }
  await ask('order.place', { ...limit, newClientOrderId: 'one' })
  await api.next(({ event }) => (event as Heard | undefined)?.['c'] === 'one')
  expect(await ask('order.test', { ...limit, computeCommissionRates: 'true' })).toMatchObject({
    result: { standardCommissionForOrder: { taker: '0.00100000' } },
  })
  const amend = { symbol: 'BTCUSDT', origClientOrderId: 'one', newQty: '0.001' }
  expect(await ask('order.amend.keepPriority', amend)).toMatchObject({
    result: { amendedOrder: { qty: '0.00100000' } },
  })
  expect(await ask('openOrders.status', {})).toMatchObject({ result: [{ clientOrderId: 'one' }] })
  expect(await api.ask('userDataStream.unsubscribe')).toMatchObject({ status: 200 })
  const told = api.heard.filter(({ event }) => event !== undefined).length
  expect(await ask('openOrders.cancelAll', { symbol: 'BTCUSDT' })).toMatchObject({
    result: [{ status: 'CANCELED' }],
  })
  expect(await ask('allOrders', { symbol: 'BTCUSDT' })).toMatchObject({
    result: [{ status: 'CANCELED' }],
  })
  expect(await ask('myTrades', { symbol: 'BTCUSDT' })).toMatchObject({ result: [] })
  expect(api.heard.filter(({ event }) => event !== undefined)).toHaveLength(told)
})

test('over one socket go as many orders at once as a member may place, and one more is told so', async () => {
  const server = await startTestServer()
  const { sign } = await startMember(server)
  const api = await listen(server, '/ws-api/v3')
  // Without a side it is counted, and refused at once.
  const params = sign({ symbol: 'BTCUSDT' })
  for (let id = 0; id < 501; id += 1) {
    api.socket.send(JSON.stringify({ id, method: 'order.place', params }))
  }
  await expect.poll(() => api.heard.length).toBe(501)
  expect(new Set(api.heard.slice(0, 500).map(({ status }) => status))).toEqual(new Set([400]))
  expect(api.heard.at(-1)).toMatchObject({ id: 500, status: 429, error: { code: -1015 } })
  expect(api.socket.readyState).toBe(api.socket.OPEN)
})

test('each answer says how much is used, and when to come again, unless that is not wanted', async () => {
  const server = await startTestServer()
  const { sign, signed } = await startMember(server)
  const api = await listen(server, '/ws-api/v3')
  const weight = { rateLimitType: 'REQUEST_WEIGHT', intervalNum: 1, limit: 6000 }
  expect(await api.ask('ping')).toMatchObject({ rateLimits: [{ ...weight, count: 1 }] })
  const orders = { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: 500 }
  expect(await api.ask('order.place', sign({ symbol: 'BTCUSDT' }))).toMatchObject({
    error: { code: -1102 },
    rateLimits: [
      { ...orders, count: 1 },
      { ...weight, count: 1 },
    ],
  })
  const quiet = await listen(server, '/ws-api/v3?returnRateLimits=false')
  for (const [socket, params] of [
    [api, { returnRateLimits: false }],
    [quiet, {}],
  ] as const) {
    expect(await socket.ask('session.status', params)).not.toHaveProperty('rateLimits')
  }
  expect(await quiet.ask('time', { returnRateLimits: true })).toHaveProperty('rateLimits')
  expect(await quiet.ask('session.status')).toMatchObject({ result: { returnRateLimits: false } })
  const many = JSON.stringify(Array.from({ length: 500 }, () => ({})))
  await signed('POST', '/api/v3/batchOrders', { orders: many })
  const now = server.clock.wallNow().getTime()
  const { error } = await api.ask('order.place', sign({ symbol: 'BTCUSDT' }))
  const leftS = Math.ceil((10_000 - (now % 10_000)) / 1000)
  const data = { serverTime: now, retryAfter: now + leftS * 1000 }
  expect(error).toMatchObject({ code: -1015, data })
})

test.each([
  ['of streams', '/ws', 120],
  ['of requests', '/ws-api/v3', 1000],
])(
  'a socket %s at %s takes %i messages at once, and is closed by twice as many',
  async (_, path, most) => {
    const server = await startTestServer()
    const { socket, heard, closed } = await listen(server, path)
    const say = () => {
      for (let n = 0; n < most; n += 1) socket.send('{}')
    }
    say()
    await expect.poll(() => heard.length).toBe(most)
    say()
    expect(await closed).toBe(1008)
  },
)

const symbol = 'BTCUSDT'
const asked = [
  ['exchangeInfo', { symbols: [symbol] }, 'exchangeInfo?symbols=["BTCUSDT"]'],
  ['depth', { symbol, limit: 1000 }, 'depth?symbol=BTCUSDT&limit=1000'],
  ['trades.recent', { symbol }, 'trades?symbol=BTCUSDT'],
  ['trades.historical', { symbol, fromId: 1 }, 'historicalTrades?symbol=BTCUSDT&fromId=1'],
  ['trades.aggregate', { symbol }, 'aggTrades?symbol=BTCUSDT'],
  ['klines', { symbol, interval: '1w' }, 'klines?symbol=BTCUSDT&interval=1w'],
  ['uiKlines', { symbol, interval: '1w' }, 'uiKlines?symbol=BTCUSDT&interval=1w'],
  ['avgPrice', { symbol }, 'avgPrice?symbol=BTCUSDT'],
  ['ticker.24hr', { symbol }, 'ticker/24hr?symbol=BTCUSDT'],
  ['ticker.price', {}, 'ticker/price'],
  ['ticker.book', { symbol }, 'ticker/bookTicker?symbol=BTCUSDT'],
] as const

test('what is asked of markets and of the account is the same over a socket, and counts for as much', async () => {
  const server = await startTestServer()
  const { sign, signed } = await startMember(server)
  const api = await listen(server, '/ws-api/v3')
  await api.ask('order.place', sign({ ...order, quantity: '0.01' }))
  const used = async () => {
    const { headers } = await askOverHttp(server, '/api/v3/ping')
    return Number(headers.get('x-mbx-used-weight-1m'))
  }
  let ownUsed = 1
  for (const [method, params, path] of asked) {
    const before = await used()
    const { json } = await askOverHttp(server, `/api/v3/${path}`)
    const between = await used()
    expect(await api.ask(method, params), method).toMatchObject({ status: 200, result: json })
    expect((await used()) - between, method).toBe(between - before)
  }
  for (const [method, params, path] of askedOfAccount) {
    const { json, headers } = await signed('GET', `/api/v3/${path}`, params)
    const between = Number(headers.get('x-mbx-used-weight-1m'))
    const after = between + (between - ownUsed)
    expect(await api.ask(method, sign(params)), method).toMatchObject({
      result: json,
      rateLimits: [{ count: after }],
    })
    ownUsed = after
  }
})

const askedOfAccount = [
  ['account.status', {}, 'account'],
  ['account.commission', { symbol }, 'account/commission'],
  ['account.rateLimits.orders', {}, 'rateLimit/order'],
  ['openOrders.status', {}, 'openOrders'],
  ['allOrders', { symbol }, 'allOrders'],
  ['myTrades', { symbol }, 'myTrades'],
] as const

test('a program reads what it pays in a market, and how many orders it has placed of those it may', async () => {
  const server = await startTestServer()
  const { sign, signed } = await startMember(server)
  const api = await listen(server, '/ws-api/v3')
  const none = { maker: '0.00000000', taker: '0.00000000', buyer: '0.00000000' }
  expect((await signed('GET', '/api/v3/account/commission', { symbol })).json).toMatchObject({
    symbol,
    standardCommission: { ...none, maker: '0.00100000', taker: '0.00100000' },
    taxCommission: none,
    discount: { enabledForAccount: false },
  })
  const noSymbol = await signed('GET', '/api/v3/account/commission')
  expect(noSymbol.json).toMatchObject({ code: -1102 })
  await api.ask('order.place', sign({ ...order, quantity: '0.001' }))
  await signed('POST', '/api/v3/batchOrders', { orders: JSON.stringify([{}, {}]) })
  expect((await signed('GET', '/api/v3/rateLimit/order')).json).toEqual([
    { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: 500, count: 3 },
  ])
})

test('a socket says whose reports it is told, and opens a listen key as it is opened over HTTP', async () => {
  const server = await startTestServer()
  const ada = await startMember(server)
  const bob = await startMember(server, 'bob@example.test')
  const api = await listen(server, '/ws-api/v3')
  expect(await api.ask('session.subscriptions')).toMatchObject({ result: [] })
  await api.ask('userDataStream.subscribe.signature', ada.sign({}))
  expect(await api.ask('session.subscriptions')).toMatchObject({ result: [{ subscriptionId: 0 }] })
  await api.ask('userDataStream.unsubscribe')
  expect(await api.ask('session.subscriptions')).toMatchObject({ result: [] })

  expect(await api.ask('userDataStream.start')).toMatchObject({ error: { code: -1102 } })
  const apiKey = ada.key
  const { result } = await api.ask('userDataStream.start', { apiKey })
  const { listenKey } = result as { listenKey: string }
  expect(await openStreamOf(server, ada.key)).toBe(listenKey)
  const stream = await listen(server, `/ws/${listenKey}`)
  const ofBob = await api.ask('userDataStream.ping', { apiKey: bob.key, listenKey })
  expect(ofBob).toMatchObject({ error: { code: -1125 } })
  expect(await api.ask('userDataStream.ping', { apiKey, listenKey })).toMatchObject({ result: {} })
  // Whoever has logged on need not show the key again.
  await api.ask('session.logon', ada.sign({}))
  expect(await api.ask('userDataStream.stop', { listenKey })).toMatchObject({ status: 200 })
  expect(await stream.next(({ e }) => e === 'listenKeyExpired')).toMatchObject({ listenKey })
  expect(await api.ask('userDataStream.ping', { listenKey })).toMatchObject({
    error: { code: -1125 },
  })
})
