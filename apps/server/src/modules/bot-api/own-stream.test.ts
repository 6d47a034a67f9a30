import { listApiKeys, revokeApiKey } from '@btbc/contract/api-key.ts'
import { listEndedOrders } from '@btbc/contract/exchange.ts'
import { freezeAccount } from '@btbc/contract/freeze.ts'
import { transferCoins } from '@btbc/contract/wallet.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'

import { keysInForce } from '#modules/api-key/index.ts'
import {
  askStreamOf,
  type Heard,
  listen,
  openStreamOf,
  order,
  startMember,
} from '#testing/bot-sockets.ts'
import { give } from '#testing/funds.ts'
import { ok, startTestServer } from '#testing/server.ts'

test('a socket under a listen key that is not known is closed, and one without streams waits for them', async () => {
  const server = await startTestServer()
  const { key } = await startMember(server)
  const listenKey = await openStreamOf(server, key)
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

test('an order that would trade with its own member is told as prevented', async () => {
  const server = await startTestServer()
  const ada = await startMember(server)
  await give(server, ada.member.id, currencies.BTC.id, 1n)
  const own = await listen(server, `/ws/${await openStreamOf(server, ada.key)}`)
  await ada.signed('POST', '/api/v3/order', { ...order, quantity: '0.001' })
  const sell = { ...order, side: 'SELL', quantity: '0.002', newClientOrderId: 's' }
  const status = 'EXPIRED_IN_MATCH'
  expect((await ada.signed('POST', '/api/v3/order', sell)).json).toMatchObject({ status })
  expect(await own.next(({ X }) => X === status)).toMatchObject({ c: 's', x: 'TRADE_PREVENTION' })
  const { json } = await ada.signed('GET', '/api/v3/allOrders', { symbol: 'BTCUSDT' })
  expect(json).toMatchObject([{ status: 'NEW' }, { clientOrderId: 's', status }])
  const [shown] = ok(await server.call(listEndedOrders, {}, { as: ada.member })).list
  expect(shown).toMatchObject({ status: 'expired' })
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
  const [symbol, side] = ['BTCUSDT', 'SELL']
  const market = { symbol, side, type: 'STOP_LOSS', stopPrice: '49000', quantity: '0.001' }
  await api.ask('order.place', bob.sign({ ...market, newClientOrderId: 'm' }))
  for (const price of ['49000', '48500']) {
    await api.ask('order.place', ada.sign({ ...order, price, quantity: '0.001' }))
  }
  server.clock.pass({ minutes: 1 })
  const now = server.clock.now().getTime()
  const taken = { symbol: 'BTCUSDT', side: 'SELL', type: 'MARKET', quantity: '0.002' }
  await api.ask('order.place', bob.sign(taken))
  const reports =
    (w: boolean) =>
    ({ e, c, w: is }: Heard) =>
      e === 'executionReport' && c === 's' && is === w
  expect(await own.next(reports(false))).toMatchObject({ x: 'NEW', X: 'NEW' })
  const came = { x: 'NEW', X: 'NEW', o: 'STOP_LOSS_LIMIT', O: now - 60_000, W: now }
  expect(await own.next(reports(true))).toMatchObject(came)
  expect(own.heard.find(reports(false))).not.toHaveProperty('W')
  // Also one that is filled at once was new before.
  const ofMarket = own.heard.filter(({ c }) => c === 'm')
  expect(ofMarket.map(({ x, X, w, W }) => [x, X, w, W])).toEqual([
    ['NEW', 'NEW', false, undefined],
    ['NEW', 'NEW', true, now],
    ['TRADE', 'FILLED', false, now],
  ])
  expect(own.heard.some(({ x }) => x === 'REPLACED')).toBe(false)
  const less = { symbol: 'BTCUSDT', origClientOrderId: 's', newQty: '0.0005' }
  await bob.signed('PUT', '/api/v3/order/amend/keepPriority', less)
  expect(await own.next(({ x }) => x === 'REPLACED')).toMatchObject({ c: 's', q: '0.00050000' })
})

test('each report has a number of its own, and the answer to an amendment has that of its report', async () => {
  const server = await startTestServer()
  const ada = await startMember(server)
  const bob = await startMember(server, 'bob@example.test')
  await give(server, bob.member.id, currencies.BTC.id, 1n)
  const own = await listen(server, `/ws/${await openStreamOf(server, ada.key)}`)
  const another = await listen(server, `/ws/${await openStreamOf(server, bob.key)}`)
  const api = await listen(server, '/ws-api/v3')
  const buy = { ...order, quantity: '0.003', newClientOrderId: 'b' }
  await api.ask('order.place', ada.sign(buy))
  await api.ask('order.place', bob.sign({ ...order, side: 'SELL', quantity: '0.001' }))
  const less = { symbol: 'BTCUSDT', origClientOrderId: 'b', newQty: '0.002' }
  const { json } = await ada.signed('PUT', '/api/v3/order/amend/keepPriority', less)
  const all = { ...order, timeInForce: 'IOC', side: 'SELL', quantity: '0.009' }
  await api.ask('order.place', bob.sign(all))
  await own.next(({ X }) => X === 'FILLED')
  await another.next(({ X }) => X === 'EXPIRED')
  const reports = [own, another].map(({ heard }) => heard.filter(({ I }) => I !== undefined))
  const [amended] = (reports[0] ?? []).filter(({ x }) => x === 'REPLACED')
  expect(json).toMatchObject({ executionId: amended?.['I'] })
  for (const each of reports) {
    const numbers = each.map(({ I }) => Number(I))
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  }
  expect(new Set(reports.flat().map(({ I }) => I)).size).toBe(4 + 5)
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

test('the sockets of a key that is revoked or frozen are closed, nobody else’s are', async () => {
  const server = await startTestServer()
  const ada = await startMember(server)
  const bob = await startMember(server, 'bob@example.test')
  const openOwn = async (key: string) => {
    const listenKey = await openStreamOf(server, key)
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
