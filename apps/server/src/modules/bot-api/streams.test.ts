import { once } from 'node:events'

import { listApiKeys, revokeApiKey } from '@btbc/contract/api-key.ts'
import { freezeAccount } from '@btbc/contract/freeze.ts'
import { transferCoins } from '@btbc/contract/wallet.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'

import { keysInForce } from '#modules/api-key/index.ts'
import { startBot } from '#testing/bots.ts'
import { give } from '#testing/funds.ts'
import { ok, startTestServer, type TestServer } from '#testing/server.ts'

type Heard = Record<string, unknown>

async function listen(server: TestServer, path: string) {
  const socket = new WebSocket(server.url.replace('http', 'ws') + path)
  const heard: Heard[] = []
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as Heard))
  await once(socket, 'open')
  onTestFinished(() => socket.terminate())
  const next = (fits: (message: Heard) => boolean) =>
    expect
      .poll(() => heard.find(fits))
      .toBeDefined()
      .then(() => heard.find(fits) ?? {})
  let asked = 0
  const ask = async (method: string, params?: unknown) => {
    asked += 1
    const id = asked
    socket.send(JSON.stringify({ id, method, params }))
    return await next((message) => message['id'] === id)
  }
  const closed = once(socket, 'close').then(([code]) => Number(code))
  return { socket, heard, next, ask, closed }
}

/** The stream of its member that a key opens. */
async function openStreamOf(server: TestServer, key: string): Promise<string> {
  return (await askStreamOf(server, key, 'POST')).listenKey ?? ''
}

async function askStreamOf(server: TestServer, key: string, method: string, query = '') {
  const headers = { 'x-mbx-apikey': key }
  const response = await fetch(`${server.url}/api/v3/userDataStream${query}`, { method, headers })
  return (await response.json()) as { listenKey?: string }
}

async function startMember(server: TestServer, mail = 'ada@example.test') {
  const { member, keys, inFrame: sign, signed } = await startBot(server, mail)
  await give(server, member.id, currencies.USDT.id, 1000n)
  return { member, key: keys.key, sign, signed }
}

const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price: '50000' }

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

test('a stream keeps every step whatever its pace, and tells a best price when it is another', async () => {
  const server = await startTestServer()
  const { sign } = await startMember(server)
  const names = ['depth', 'depth@100ms', 'depth5@100ms', 'bookTicker']
  const paths = names.map((each) => `btcusdt@${each}`)
  const market = await listen(server, `/stream?streams=${paths.join('/')}`)
  const api = await listen(server, '/ws-api/v3')
  const told = (name: string) =>
    market.heard
      .filter(({ stream }) => stream === `btcusdt@${name}`)
      .map(({ data }) => data as { U: number; u: number; lastUpdateId: number; b: string[][] })
  for (const price of ['50000', '49000', '48000', '47000', '46000']) {
    const more = { price, quantity: '0.001' }
    expect(await api.ask('order.place', sign({ ...order, ...more }))).toMatchObject({ status: 200 })
  }
  await expect.poll(() => told('depth5@100ms').at(-1)?.lastUpdateId).toBe(5)
  for (const name of ['depth', 'depth@100ms']) {
    await expect.poll(() => told(name).at(-1)?.u).toBe(5)
    const steps = told(name)
    expect(steps.map(({ U }) => U - 1)).toEqual([0, ...steps.slice(0, -1).map(({ u }) => u)])
    expect(steps.flatMap(({ b }) => b)).toHaveLength(5)
  }
  // Four bids below the best one change nothing of it.
  expect(told('bookTicker')).toHaveLength(1)
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
  api.socket.send('{"id":')
  expect(await api.next(({ id }) => id === null)).toMatchObject({
    status: 400,
    error: { code: -1100 },
  })
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

test('the day of one market is told, and of all that changed together', async () => {
  const server = await startTestServer()
  const { sign } = await startMember(server)
  const own = await listen(server, '/stream?streams=btcusdt@miniTicker/!miniTicker@arr/!ticker@arr')
  const api = await listen(server, '/ws-api/v3')
  await api.ask('order.place', sign({ ...order, quantity: '0.001' }))
  const of = (name: string) => own.next(({ stream }) => stream === name)
  const day = { e: '24hrMiniTicker', s: 'BTCUSDT', v: '0.00000000' }
  expect(await of('btcusdt@miniTicker')).toMatchObject({ data: day })
  expect(await of('!miniTicker@arr')).toMatchObject({ data: [day] })
  expect(await of('!ticker@arr')).toMatchObject({
    data: [{ e: '24hrTicker', b: '50000.00000000' }],
  })
})

test('streams are subscribed to by message, and unknown ones are refused', async () => {
  const server = await startTestServer()
  const { key } = await startMember(server)
  const ws = await listen(server, '/ws')
  expect(await ws.ask('SUBSCRIBE', ['btcusdt@trade', 'btcusdt@kline_1m'])).toMatchObject({
    result: null,
  })
  expect(await ws.ask('SUBSCRIBE', ['btcusdt@nonsense'])).toMatchObject({ error: { code: 2 } })
  expect(await ws.ask('UNSUBSCRIBE', ['btcusdt@trade'])).toMatchObject({ result: null })
  expect(await ws.ask('LIST_SUBSCRIPTIONS')).toMatchObject({ result: ['btcusdt@kline_1m'] })
  const opened = await fetch(`${server.url}/api/v3/userDataStream`, {
    method: 'POST',
    headers: { 'x-mbx-apikey': key },
  })
  const { listenKey } = (await opened.json()) as { listenKey: string }
  const own = await listen(server, `/ws/${listenKey}`)
  const api = await listen(server, '/ws-api/v3')
  expect(await api.ask('time')).toMatchObject({ status: 200 })
  expect(await own.ask('LIST_SUBSCRIPTIONS')).toMatchObject({ result: [listenKey] })
})

test('a socket under a listen key that is not known is closed, and one without streams waits for them', async () => {
  const server = await startTestServer()
  const { key } = await startMember(server)
  const opened = await fetch(`${server.url}/api/v3/userDataStream`, {
    method: 'POST',
    headers: { 'x-mbx-apikey': key },
  })
  const { listenKey } = (await opened.json()) as { listenKey: string }
  const closing = async (path: string) => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}${path}`)
    onTestFinished(() => socket.close())
    return await new Promise<number>((resolve) => {
      socket.addEventListener('close', ({ code }) => resolve(code))
    })
  }
  // As one of another server, or of this one before it was started again.
  const another = listenKey.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))
  expect(await closing(`/ws/${another}`)).toBe(1008)
  expect(await closing(`/stream?streams=btcusdt@trade/${another}`)).toBe(1008)
  const own = await listen(server, `/ws/${listenKey}`)
  expect(await own.ask('LIST_SUBSCRIPTIONS')).toMatchObject({ result: [listenKey] })
})

test('a listen key is subscribed to like any stream, is its name, and ends with a word', async () => {
  const server = await startTestServer()
  const ada = await startMember(server)
  const bob = await startMember(server, 'bob@example.test')
  const [own, another] = [await openStreamOf(server, ada.key), await openStreamOf(server, bob.key)]
  const socket = await listen(server, '/stream?streams=btcusdt@trade')
  const unknown = own.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))
  expect(await socket.ask('SUBSCRIBE', [unknown])).toMatchObject({ error: { code: 2 } })
  expect(await socket.ask('SUBSCRIBE', [own])).toMatchObject({ result: null })
  expect(await socket.ask('SUBSCRIBE', [own])).toMatchObject({ result: null })
  expect(await socket.ask('SUBSCRIBE', [another])).toMatchObject({ error: { code: 2 } })
  const listed = await socket.ask('LIST_SUBSCRIPTIONS')
  expect(listed).toMatchObject({ result: ['btcusdt@trade', own] })

  const api = await listen(server, '/ws-api/v3')
  const place = (name: string) =>
    api.ask('order.place', ada.sign({ ...order, quantity: '0.001', newClientOrderId: name }))
  const told = (name: string) =>
    socket.next(({ stream, data }) => stream === own && (data as Heard)['c'] === name)
  await place('first')
  expect(await told('first')).toMatchObject({ data: { e: 'executionReport', X: 'NEW' } })
  expect(await socket.ask('UNSUBSCRIBE', [own])).toMatchObject({ result: null })
  await place('unheard')
  expect(await socket.ask('SUBSCRIBE', [own])).toMatchObject({ result: null })
  await place('second')
  await told('second')
  expect(socket.heard.some(({ data }) => (data as Heard | undefined)?.['c'] === 'unheard')).toBe(
    false,
  )

  await askStreamOf(server, ada.key, 'DELETE', `?listenKey=${own}`)
  const end = await socket.next(({ data }) => (data as Heard | undefined)?.['listenKey'] === own)
  expect(end).toMatchObject({ stream: own, data: { e: 'listenKeyExpired' } })
  const left = await socket.ask('LIST_SUBSCRIPTIONS')
  expect(left).toMatchObject({ result: ['btcusdt@trade'] })
})

test('an order by a budget that is not used up is told as what it ends as', async () => {
  const server = await startTestServer()
  const ada = await startMember(server)
  const bob = await startMember(server, 'bob@example.test')
  await give(server, bob.member.id, currencies.BTC.id, 1n)
  const own = await listen(server, `/ws/${await openStreamOf(server, ada.key)}`)
  const api = await listen(server, '/ws-api/v3')
  const buy = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', newClientOrderId: 'b' }
  const states = async (last: string) => {
    const isReport = ({ c, X }: Heard) => c === 'b' && X === last
    await own.next(isReport)
    return own.heard
      .splice(0)
      .flatMap(({ e, x, X, Q }) => (e === 'executionReport' ? [[x, X, Q]] : []))
  }
  await api.ask('order.place', bob.sign({ ...order, side: 'SELL', quantity: '0.008' }))
  await api.ask('order.place', ada.sign({ ...buy, quoteOrderQty: '500' }))
  expect(await states('EXPIRED')).toEqual([
    ['NEW', 'NEW', '500.00000000'],
    ['TRADE', 'PARTIALLY_FILLED', '500.00000000'],
    ['EXPIRED', 'EXPIRED', '500.00000000'],
  ])
  await api.ask('order.place', bob.sign({ ...order, side: 'SELL', quantity: '0.008' }))
  await api.ask('order.place', ada.sign({ ...buy, quoteOrderQty: '100' }))
  expect(await states('FILLED')).toEqual([
    ['NEW', 'NEW', '100.00000000'],
    ['TRADE', 'FILLED', '100.00000000'],
  ])
})

test('a stop that comes into the book is new there, and an order that is amended is another', async () => {
  const server = await startTestServer()
  const ada = await startMember(server)
  const bob = await startMember(server, 'bob@example.test')
  await give(server, bob.member.id, currencies.BTC.id, 1n)
  const own = await listen(server, `/ws/${await openStreamOf(server, bob.key)}`)
  const api = await listen(server, '/ws-api/v3')
  const sell = { ...order, side: 'SELL', quantity: '0.001' }
  await api.ask('order.place', ada.sign({ ...order, quantity: '0.002' }))
  await api.ask('order.place', bob.sign(sell))
  const stop = { type: 'STOP_LOSS_LIMIT', stopPrice: '49000', price: '49500' }
  await api.ask('order.place', bob.sign({ ...sell, ...stop, newClientOrderId: 's' }))
  await api.ask('order.place', ada.sign({ ...order, price: '49000', quantity: '0.001' }))
  const taken = { symbol: 'BTCUSDT', side: 'SELL', type: 'MARKET', quantity: '0.002' }
  await api.ask('order.place', bob.sign(taken))
  const reports =
    (w: boolean) =>
    ({ e, c, w: is }: Heard) =>
      e === 'executionReport' && c === 's' && is === w
  expect(await own.next(reports(false))).toMatchObject({ x: 'NEW', X: 'NEW' })
  expect(await own.next(reports(true))).toMatchObject({ x: 'NEW', X: 'NEW', o: 'STOP_LOSS_LIMIT' })
  expect(own.heard.some(({ x }) => x === 'REPLACED')).toBe(false)
  const less = { symbol: 'BTCUSDT', origClientOrderId: 's', newQty: '0.0005' }
  await bob.signed('PUT', '/api/v3/order/amend/keepPriority', less)
  expect(await own.next(({ x }) => x === 'REPLACED')).toMatchObject({ c: 's', q: '0.00050000' })
})

test('what something else than a trade changes is told as well', async () => {
  const server = await startTestServer()
  const ada = await startMember(server)
  const bob = await startMember(server, 'bob@example.test')
  const own = await listen(server, `/ws/${await openStreamOf(server, ada.key)}`)
  const another = await listen(server, `/ws/${await openStreamOf(server, bob.key)}`)
  const move = async (number: string) => {
    const fields = { from_field: 'change', to_field: 'legal' } as const
    const moved = { ...fields, currency_id: currencies.USDT.id, number }
    ok(await server.call(transferCoins, moved, { as: ada.member }))
  }
  const has =
    (f: string, l: string) =>
    ({ e, B = [] }: Heard) =>
      e === 'outboundAccountPosition' &&
      (B as Heard[]).some((each) => each['a'] === 'USDT' && each['f'] === f && each['l'] === l)
  await move('100')
  await own.next(has('900.00000000', '0.00000000'))
  const api = await listen(server, '/ws-api/v3')
  await api.ask('order.place', ada.sign({ ...order, quantity: '0.001' }))
  await own.next(has('850.00000000', '50.00000000'))
  await move('50')
  await own.next(has('800.00000000', '50.00000000'))
  expect(another.heard).toEqual([])
})

test('a candle that was there before anybody listened is told, and closed when its time is over', async () => {
  const server = await startTestServer()
  const ada = await startMember(server)
  const bob = await startMember(server, 'bob@example.test')
  await give(server, bob.member.id, currencies.BTC.id, 1n)
  const api = await listen(server, '/ws-api/v3')
  await api.ask('order.place', ada.sign({ ...order, quantity: '0.01' }))
  await api.ask('order.place', bob.sign({ ...order, side: 'SELL', quantity: '0.004' }))
  const stream = await listen(server, '/ws/btcusdt@kline_1m')
  const isCandle = (x: boolean) => (message: Heard) =>
    (message['k'] as Heard | undefined)?.['x'] === x
  expect(await stream.next(isCandle(false))).toMatchObject({ k: { n: 1, v: '0.00400000' } })
  await server.pass({ minutes: 1 })
  expect(await stream.next(isCandle(true))).toMatchObject({ k: { n: 1, v: '0.00400000' } })

  // One that was over before is no news.
  stream.socket.close()
  await stream.closed
  const late = await listen(server, '/stream?streams=btcusdt@kline_1m/btcusdt@kline_5m')
  const told = (size: string) => late.next((each) => each['stream'] === `btcusdt@kline_${size}`)
  await told('5m')
  await api.ask('order.place', bob.sign({ ...order, side: 'SELL', quantity: '0.001' }))
  expect(await told('1m')).toMatchObject({ data: { k: { v: '0.00100000', x: false } } })
})

test('a trade is told to the market and to both its sides; a candle is closed when its time is over', async () => {
  const server = await startTestServer()
  const ada = await startMember(server)
  const bob = await startMember(server, 'bob@example.test')
  await give(server, bob.member.id, currencies.BTC.id, 1n)
  const opened = await fetch(`${server.url}/api/v3/userDataStream`, {
    method: 'POST',
    headers: { 'x-mbx-apikey': ada.key },
  })
  const { listenKey } = (await opened.json()) as { listenKey: string }
  const own = await listen(server, `/ws/${listenKey}`)
  const names = ['trade', 'aggTrade', 'kline_1m', 'ticker', 'depth20'].map(
    (each) => `btcusdt@${each}`,
  )
  const market = await listen(server, `/stream?streams=${names.join('/')}`)
  const told = (name: string) =>
    market.next(({ stream }) => stream === `btcusdt@${name}`).then(({ data }) => data as Heard)
  const api = await listen(server, '/ws-api/v3')
  await api.ask('order.place', ada.sign({ ...order, quantity: '0.01', newClientOrderId: 'mine' }))
  await api.ask('order.place', bob.sign({ ...order, side: 'SELL', quantity: '0.004' }))

  expect(await told('trade')).toMatchObject({ e: 'trade', t: 1, q: '0.00400000', m: true })
  expect(await told('aggTrade')).toMatchObject({ e: 'aggTrade', a: 1, f: 1, l: 1 })
  expect(await told('ticker')).toMatchObject({ e: '24hrTicker', s: 'BTCUSDT' })
  expect(await told('depth20')).toMatchObject({ bids: [['50000.00000000', '0.01000000']] })
  expect(await told('kline_1m')).toMatchObject({ k: { x: false, n: 1, c: '50000.00000000' } })
  const isReport = (kind: string) => (message: Heard) =>
    message['e'] === 'executionReport' && message['x'] === kind
  expect(await own.next(isReport('NEW'))).toMatchObject({ c: 'mine', X: 'NEW', q: '0.01000000' })
  expect(await own.next(isReport('TRADE'))).toMatchObject({
    X: 'PARTIALLY_FILLED',
    l: '0.00400000',
    z: '0.00400000',
    N: 'BTC',
    m: true,
  })
  expect(own.heard.some((each) => each['i'] !== undefined && each['c'] !== 'mine')).toBe(false)

  await server.pass({ minutes: 1 })
  const closed = await market.next(({ stream, data }) => {
    const { k } = (data ?? {}) as { k?: Heard }
    return stream === 'btcusdt@kline_1m' && k?.['x'] === true
  })
  expect(closed['data']).toMatchObject({ k: { n: 1, v: '0.00400000' } })
})

test('the sockets of a key that is revoked or frozen are closed, nobody else’s are', async () => {
  const server = await startTestServer()
  const ada = await startMember(server)
  const bob = await startMember(server, 'bob@example.test')
  const openOwn = async (key: string) => {
    const opened = await fetch(`${server.url}/api/v3/userDataStream`, {
      method: 'POST',
      headers: { 'x-mbx-apikey': key },
    })
    const { listenKey } = (await opened.json()) as { listenKey: string }
    return { listenKey, ...(await listen(server, `/ws/${listenKey}`)) }
  }
  const own = await openOwn(ada.key)
  const logged = await listen(server, '/ws-api/v3')
  await logged.ask('session.logon', ada.sign({}))
  const told = await listen(server, '/ws-api/v3')
  await told.ask('userDataStream.subscribe.signature', ada.sign({}))
  const others = await openOwn(bob.key)
  const open = await listen(server, '/ws/btcusdt@trade')

  const [listed] = ok(await server.call(listApiKeys, {}, { as: ada.member }))
  ok(await server.call(revokeApiKey, { id: listed?.id ?? 0 }, { as: ada.member }))
  expect(await Promise.all([own.closed, logged.closed, told.closed])).toEqual([1008, 1008, 1008])
  for (const { socket } of [others, open]) expect(socket.readyState).toBe(socket.OPEN)
  // The name of the stream ended with the key.
  const again = await listen(server, `/ws/${own.listenKey}`)
  expect(await again.closed).toBe(1008)

  // More keys than a statement takes parameters are looked at all the same.
  const many = Array.from({ length: 70_000 }, (_, n) => n + 1)
  expect((await keysInForce(server.db, many)).size).toBe(1)
  ok(await server.call(freezeAccount, {}, { as: bob.member }))
  expect(await others.closed).toBe(1008)
})
