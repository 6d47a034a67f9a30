import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { type Heard, listen, openStreamOf, order, startMember } from '#testing/bot-sockets.ts'
import { give } from '#testing/funds.ts'
import { startTestServer } from '#testing/server.ts'

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
  for (const names of [['btcusdt@depth', 1], [null], 'btcusdt@depth', { 0: 'btcusdt@depth' }]) {
    for (const method of ['SUBSCRIBE', 'UNSUBSCRIBE']) {
      expect(await ws.ask(method, names), method).toMatchObject({ error: { code: 2 } })
    }
  }
  expect(await ws.ask('UNSUBSCRIBE', ['btcusdt@trade'])).toMatchObject({ result: null })
  expect(await ws.ask('LIST_SUBSCRIPTIONS')).toMatchObject({ result: ['btcusdt@kline_1m'] })
  const listenKey = await openStreamOf(server, key)
  const own = await listen(server, `/ws/${listenKey}`)
  const api = await listen(server, '/ws-api/v3')
  expect(await api.ask('time')).toMatchObject({ status: 200 })
  expect(await own.ask('LIST_SUBSCRIPTIONS')).toMatchObject({ result: [listenKey] })
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
  const listenKey = await openStreamOf(server, ada.key)
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
