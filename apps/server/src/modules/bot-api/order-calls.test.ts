import { listEndedOrders, listMarkets, listOpenBuys } from '@btbc/contract/exchange.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { give } from '#testing/funds.ts'
import { startTestServer } from '#testing/server.ts'

import { ask, limit, startBot, type Values, type Answer } from '#testing/bots.ts'

const { BTC, USDT } = currencies

test('an order is placed, read at once, amended, cancelled and listed', async () => {
  const server = await startTestServer()
  const { member, signed } = await startBot(server, 'ada@example.test')
  await give(server, member.id, USDT.id, 10_000n)
  const placed = await signed(
    'POST',
    '/api/v3/order',
    limit('50000', '0.1', { newClientOrderId: 'a-1' }),
  )
  expect(placed).toMatchObject({
    status: 200,
    json: { status: 'NEW', clientOrderId: 'a-1', price: '50000.00000000', fills: [] },
  })
  expect(placed.headers.get('x-mbx-order-count-10s')).toBe('1')
  const named = { symbol: 'BTCUSDT', origClientOrderId: 'a-1' }
  expect((await signed('GET', '/api/v3/order', named)).json).toMatchObject({
    origQty: '0.10000000',
  })
  const amended = await signed('PUT', '/api/v3/order/amend/keepPriority', {
    ...named,
    newQty: '0.05',
  })
  expect(amended.json).toMatchObject({
    amendedOrder: { qty: '0.05000000', quoteOrderQty: '0.00000000', status: 'NEW' },
  })
  expect((await signed('GET', '/api/v3/openOrders')).json).toHaveLength(1)
  expect((await signed('GET', '/api/v3/account')).json).toMatchObject({
    balances: expect.arrayContaining([
      { asset: 'USDT', free: '7500.00000000', locked: '2500.00000000' },
    ]) as unknown,
  })
  const cancelled = await signed('DELETE', '/api/v3/order', named)
  expect(cancelled.json).toMatchObject({ status: 'CANCELED', origClientOrderId: 'a-1' })
  expect((await signed('GET', '/api/v3/allOrders', { symbol: 'BTCUSDT' })).json).toMatchObject([
    { status: 'CANCELED', clientOrderId: 'a-1' },
  ])
})

test('an order that is named twice has both names, or nothing is done', async () => {
  const server = await startTestServer()
  const { member, signed } = await startBot(server, 'ada@example.test')
  await give(server, member.id, USDT.id, 10_000n)
  const place = async (newClientOrderId: string) => {
    const { json } = await signed(
      'POST',
      '/api/v3/order',
      limit('50000', '0.01', { newClientOrderId }),
    )
    return String((json as { orderId: number }).orderId)
  }
  const [one, two] = [await place('one'), await place('two')]
  const named = (orderId: string) => ({ symbol: 'BTCUSDT', orderId, origClientOrderId: 'one' })
  const amend = { newQty: '0.005' }
  for (const [method, path, more] of [
    ['GET', '/api/v3/order', {}],
    ['PUT', '/api/v3/order/amend/keepPriority', amend],
    ['DELETE', '/api/v3/order', {}],
  ] as const) {
    const { json } = await signed(method, path, { ...named(two), ...more })
    expect(json).toMatchObject({ code: -2039 })
  }
  expect((await signed('GET', '/api/v3/openOrders')).json).toHaveLength(2)
  expect((await signed('DELETE', '/api/v3/order', named(one))).json).toMatchObject({
    status: 'CANCELED',
  })
})

test('trades show on both sides, with their fees', async () => {
  const server = await startTestServer()
  const ada = await startBot(server, 'ada@example.test')
  const bob = await startBot(server, 'bob@example.test')
  await give(server, ada.member.id, USDT.id, 10_000n)
  await give(server, bob.member.id, BTC.id, 1n)
  await ada.signed('POST', '/api/v3/order', limit('50000', '0.1'))
  const sold = await bob.signed('POST', '/api/v3/order', {
    symbol: 'BTCUSDT',
    side: 'SELL',
    type: 'MARKET',
    quantity: '0.04',
  })
  expect(sold.json).toMatchObject({
    status: 'FILLED',
    cummulativeQuoteQty: '2000.00000000',
    fills: [{ price: '50000.00000000', commission: '2.00000000', commissionAsset: 'USDT' }],
  })
  const own = await ada.signed('GET', '/api/v3/myTrades', { symbol: 'BTCUSDT' })
  expect(own.json).toMatchObject([{ isMaker: true, isBuyer: true, commissionAsset: 'BTC' }])
  const trades = await ask(server, '/api/v3/trades?symbol=BTCUSDT')
  expect(trades.json).toMatchObject([{ price: '50000.00000000', isBuyerMaker: true }])
  const open = await ada.signed('DELETE', '/api/v3/openOrders', { symbol: 'BTCUSDT' })
  expect(open.json).toMatchObject([{ status: 'CANCELED', executedQty: '0.04000000' }])
})

test('whether a member is let trade and withdraw is told as it is', async () => {
  const server = await startTestServer()
  const { member, signed } = await startBot(server, 'ada@example.test')
  const may = async () => (await signed('GET', '/api/v3/account')).json
  expect(await may()).toMatchObject({ canTrade: true, canWithdraw: true })
  const heldUntil = new Date(server.clock.now().getTime() + 60_000)
  await server.db
    .updateTable('member')
    .set({ held_until: heldUntil })
    .where('id', '=', member.id)
    .execute()
  expect(await may()).toMatchObject({ canTrade: true, canWithdraw: false })
  server.clock.pass({ minutes: 1 })
  expect(await may()).toMatchObject({ canTrade: true, canWithdraw: true })
  await server.app.exchange.stopMatching({ currencies: new Set(), members: new Set([member.id]) })
  expect(await may()).toMatchObject({ canTrade: false, canWithdraw: false })
})

test('foreign and unknown orders do not exist', async () => {
  const server = await startTestServer()
  const ada = await startBot(server, 'ada@example.test')
  const eve = await startBot(server, 'eve@example.test')
  await give(server, ada.member.id, USDT.id, 100n)
  const placed = await ada.signed('POST', '/api/v3/order', limit('50000', '0.001'))
  const { orderId } = placed.json as { orderId: number }
  const named = { symbol: 'BTCUSDT', orderId }
  expect((await eve.signed('GET', '/api/v3/order', named)).json).toEqual({
    code: -2013,
    msg: 'Order does not exist.',
  })
  const unknown = { code: -2011, msg: 'Unknown order sent.' }
  expect((await eve.signed('DELETE', '/api/v3/order', named)).json).toEqual(unknown)
  const all = await eve.signed('DELETE', '/api/v3/openOrders', { symbol: 'BTCUSDT' })
  expect(all.json).toEqual(unknown)
  const elsewhere = { symbol: 'BNBUSDT', orderId }
  expect((await ada.signed('DELETE', '/api/v3/order', elsewhere)).json).toEqual(unknown)
})

test('orders and trades are listed by time and from a number on', async () => {
  const server = await startTestServer()
  const ada = await startBot(server, 'ada@example.test')
  const bob = await startBot(server, 'bob@example.test')
  await give(server, ada.member.id, USDT.id, 10_000n)
  await give(server, bob.member.id, BTC.id, 1n)
  const times: number[] = []
  for (let n = 0; n < 4; n += 1) {
    times.push(server.clock.wallNow().getTime())
    await ada.signed('POST', '/api/v3/order', limit('50000', '0.01', { newClientOrderId: `n${n}` }))
    await bob.signed('POST', '/api/v3/order', limit('50000', '0.01', { side: 'SELL' }))
    await server.pass({ minutes: 1 })
  }
  const names = ({ json }: Answer) =>
    (json as { clientOrderId: string }[]).map(({ clientOrderId }) => clientOrderId)
  const orders = (values: Values) =>
    ada.signed('GET', '/api/v3/allOrders', { symbol: 'BTCUSDT', ...values })
  expect(names(await orders({}))).toEqual(['n0', 'n1', 'n2', 'n3'])
  expect(names(await orders({ limit: 2 }))).toEqual(['n2', 'n3'])
  const [, second = 0, third = 0] = times
  expect(names(await orders({ startTime: second, endTime: third }))).toEqual(['n1', 'n2'])
  expect(names(await orders({ startTime: second, limit: 1 }))).toEqual(['n1'])
  expect(names(await orders({ endTime: second, limit: 1 }))).toEqual(['n1'])
  expect(names(await orders({ startTime: 0, endTime: 0 }))).toEqual([])
  expect(names(await orders({ endTime: 8_640_000_000_000_000 }))).toHaveLength(4)
  const all = (await orders({})).json as { orderId: number }[]
  expect(names(await orders({ orderId: all[2]?.orderId ?? 0 }))).toEqual(['n2', 'n3'])
  const trades = async (values: Values) =>
    (
      (await ada.signed('GET', '/api/v3/myTrades', { symbol: 'BTCUSDT', ...values })).json as {
        id: number
      }[]
    ).map(({ id }) => id)
  expect(await trades({})).toEqual([1, 2, 3, 4])
  expect(await trades({ startTime: third })).toEqual([3, 4])
  expect(await trades({ endTime: second, limit: 1 })).toEqual([2])
  expect(await trades({ startTime: 0, endTime: 0 })).toEqual([])
  expect(await trades({ fromId: 2, limit: 2 })).toEqual([2, 3])
  const last = all[3]?.orderId ?? 0
  expect(await trades({ orderId: last })).toEqual([4])
  expect(await trades({ symbol: 'BNBUSDT', orderId: last })).toEqual([])
})

test('a server that does not own the markets says so, and does not tell of an empty book', async () => {
  const server = await startTestServer()
  const { member, signed } = await startBot(server, 'ada@example.test')
  await give(server, member.id, USDT.id, 10_000n)
  const placed = await signed('POST', '/api/v3/order', limit('50000', '0.1'))
  expect(placed.status).toBe(200)
  await server.db
    .updateTable('market_lease')
    .set(({ eb }) => ({
      owner: 'another',
      until: new Date('2126-01-01'),
      epoch: eb('epoch', '+', 1n),
      settled_epoch: eb('epoch', '+', 1n),
    }))
    .execute()
  const symbol = { symbol: 'BTCUSDT' }
  await expect
    .poll(async () => (await signed('DELETE', '/api/v3/openOrders', symbol)).status)
    .toBe(503)
  await expect
    .poll(async () => (await signed('GET', '/api/v3/openOrders', symbol)).status)
    .toBe(503)
  for (const path of ['order', 'allOrders', 'myTrades']) {
    const named = path === 'order' ? { ...symbol, origClientOrderId: 'a' } : symbol
    expect(await signed('GET', `/api/v3/${path}`, named)).toMatchObject({ json: { code: -1008 } })
  }
  for (const path of ['depth', 'avgPrice', 'ticker/bookTicker', 'ticker/price', 'ticker/24hr']) {
    const answer = await ask(server, `/api/v3/${path}?symbol=BTCUSDT`)
    expect(answer, path).toMatchObject({ status: 503, json: { code: -1008 } })
  }
  for (const call of [listOpenBuys, listEndedOrders, listMarkets]) {
    expect(await server.call(call, {}, { as: member })).toMatchObject({ code: 'unavailable' })
  }
})

test('what cannot be read is a no of its own, and never a fault of ours', async () => {
  const server = await startTestServer()
  const { signed } = await startBot(server, 'ada@example.test')
  const far = 'symbol=BTCUSDT&interval=1w&endTime=8640000000000000'
  expect((await ask(server, `/api/v3/klines?${far}`)).json).toMatchObject({ code: -1130 })
  const last = 'symbol=BTCUSDT&interval=1w&endTime=253402300799999'
  expect((await ask(server, `/api/v3/klines?${last}`)).json).toEqual([])
  const id = { symbol: 'BTCUSDT', orderId: '9'.repeat(20) }
  expect((await signed('GET', '/api/v3/order', id)).json).toMatchObject({ code: -1130 })
  const highest = { symbol: 'BTCUSDT', orderId: String(2n ** 63n - 1n) }
  for (const path of ['order', 'allOrders', 'myTrades']) {
    const { status } = await signed('GET', `/api/v3/${path}`, highest)
    expect(status, path).toBe(path === 'order' ? 400 : 200)
  }
  const all = { symbol: 'BTCUSDT', orderId: '1', startTime: 'today' }
  expect((await signed('GET', '/api/v3/allOrders', all)).json).toMatchObject({ code: -1100 })
  for (const [orders, code] of [
    ['[1]', -1130],
    ['[null]', -1130],
    ['[{}]', -1102],
    ['[{"symbol":"BTCUSDT"}]', -1102],
  ] as const) {
    const { status, json } = await signed('POST', '/api/v3/batchOrders', { orders })
    expect({ status, json }, orders).toMatchObject({ status: 200, json: [{ code }] })
  }
  const named = { txId: String.fromCodePoint(0) }
  expect(await signed('GET', '/sapi/v1/capital/deposit/hisrec', named)).toMatchObject({
    status: 400,
    json: { code: -1100 },
  })
})
