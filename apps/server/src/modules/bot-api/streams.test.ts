import { createHmac } from 'node:crypto'
import { once } from 'node:events'

import { currencies } from '@btbc/money/currency.ts'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'

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
      .poll(() => heard.find(fits), { timeout: 5000 })
      .toBeDefined()
      .then(() => heard.find(fits) ?? {})
  let asked = 0
  const ask = async (method: string, params?: unknown) => {
    asked += 1
    const id = asked
    socket.send(JSON.stringify({ id, method, params }))
    return await next((message) => message['id'] === id)
  }
  return { heard, next, ask }
}

async function startMember(server: TestServer) {
  const member = await server.join('ada@example.test')
  await give(server, member.id, currencies.USDT.id, 1000n)
  const request = { label: 'bot', scopes: ['read' as const, 'trade' as const] }
  const { key, secret } = ok(await server.call('/security/api_key', request, { as: member }))
  const sign = (values: Record<string, string | number>) => {
    const params = { ...values, apiKey: key, timestamp: server.clock.wallNow().getTime() }
    const text = Object.entries(params)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
    return { ...params, signature: createHmac('sha256', secret).update(text).digest('hex') }
  }
  return { key, sign }
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
  await api.next(({ event }) => (event as Heard | undefined)?.['X'] === 'CANCELED')
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
  expect(await api.ask('order.fly', {})).toMatchObject({ status: 400 })
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
  expect(await own.ask('LIST_SUBSCRIPTIONS')).toMatchObject({ result: [] })
})
