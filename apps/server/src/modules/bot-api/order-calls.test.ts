import { createHmac } from 'node:crypto'

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
  expect(amended.json).toMatchObject({ amendedOrder: { qty: '0.05000000', status: 'NEW' } })
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

test('each bad order is refused with its own code and text, and changes nothing', async () => {
  const server = await startTestServer()
  const { member, signed } = await startBot(server, 'ada@example.test')
  await give(server, member.id, USDT.id, 100n)
  await give(server, member.id, BTC.id, 1n)
  await signed('POST', '/api/v3/order', limit('50000', '0.001', { newClientOrderId: 'one' }))
  const insufficient = 'Account has insufficient balance for requested action.'
  const cases: readonly (readonly [Values, number, string])[] = [
    [limit('50000.001', '0.001'), -1013, 'Filter failure: PRICE_FILTER'],
    [limit('0', '0.001'), -1013, 'Filter failure: PRICE_FILTER'],
    [limit('50000', '0.0000001'), -1013, 'Filter failure: LOT_SIZE'],
    [limit('50000', '0'), -1013, 'Filter failure: LOT_SIZE'],
    [limit('1342177.29', '0.00001'), -1013, 'Filter failure: PRICE_FILTER'],
    [limit('50000', '0.00001'), -1013, 'Filter failure: NOTIONAL'],
    [limit('50000', '100'), -2010, insufficient],
    [limit('50000', '9000000000'), -2010, insufficient],
    [limit('50000', '99999999999'), -1130, "Data sent for parameter 'quantity' is not valid."],
    [limit('50000', '0.001', { newClientOrderId: 'one' }), -2010, 'Duplicate order sent.'],
    [limit('50000', '0.001', { symbol: 'NOPE' }), -1121, 'Invalid symbol.'],
    [limit('50000', '0.001', { side: 'HOLD' }), -1117, 'Invalid side.'],
    [limit('50000', '0.001', { type: 'WISH' }), -1116, 'Invalid orderType.'],
    [limit('50000', '0.001', { timeInForce: 'NOW' }), -1115, 'Invalid timeInForce.'],
    [limit('50000', '0.001', { price: '' }), -1105, "Parameter 'price' was empty."],
    [
      limit('50000', '0.001', { quoteOrderQty: '1' }),
      -1106,
      "Parameter 'quoteOrderQty' sent when not required.",
    ],
    [limit('50000', '0.123456789'), -1111, "Parameter 'quantity' has too much precision."],
  ]
  for (const [values, code, msg] of cases) {
    const { status, json } = await signed('POST', '/api/v3/order', values)
    expect({ status, json }, JSON.stringify(values)).toEqual({ status: 400, json: { code, msg } })
  }
  const codes: readonly (readonly [Values, number])[] = [
    [limit('-1', '0.001'), -1100],
    [limit('1e5', '0.001'), -1100],
    [limit('50000', '0.001', { newClientOrderId: 'x'.repeat(37) }), -1100],
    [{ symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price: '1' }, -1102],
    [limit('50000', '0.001', { nonsense: 1 }), -1104],
    [limit('50000', '0.001', { type: 'TAKE_PROFIT' }), -2010],
    [{ symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '1' }, -2010],
  ]
  for (const [values, code] of codes) {
    const { json } = await signed('POST', '/api/v3/order', values)
    expect(json, JSON.stringify(values)).toMatchObject({ code })
  }
  expect((await signed('GET', '/api/v3/openOrders')).json).toHaveLength(1)
})

test('an order that is only tried is refused as it would be', async () => {
  const server = await startTestServer()
  const { member, signed } = await startBot(server, 'ada@example.test')
  await give(server, member.id, USDT.id, 20_000n)
  await signed('POST', '/api/v3/order', limit('50000', '0.001', { newClientOrderId: 'one' }))
  const stop = { type: 'STOP_LOSS_LIMIT', stopPrice: '51000' }
  const market = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET' }
  const cases: readonly (readonly [Values, number | undefined, string?])[] = [
    [limit('50000', '0.001'), undefined],
    [limit('50000', '100'), undefined],
    [limit('50000', '0.001', stop), undefined],
    [{ ...market, quantity: '1' }, undefined],
    [{ ...market, quoteOrderQty: '10' }, undefined],
    [limit('50000.001', '0.001'), -1013, 'PRICE_FILTER'],
    [limit('0', '0.001'), -1013, 'PRICE_FILTER'],
    [limit('1342177.29', '0.001'), -1013, 'PRICE_FILTER'],
    [limit('50000', '0.001', { ...stop, stopPrice: '49000.001' }), -1013, 'PRICE_FILTER'],
    [limit('50000', '0.001', { ...stop, stopPrice: '0' }), -1013, 'PRICE_FILTER'],
    [limit('50000', '0.001', { ...stop, stopPrice: '1342177.29' }), -1013, 'PRICE_FILTER'],
    [limit('50000', '0.0000001'), -1013, 'LOT_SIZE'],
    [limit('1', '9000.00001'), -1013, 'LOT_SIZE'],
    [{ ...market, quantity: '0.0000001' }, -1013, 'LOT_SIZE'],
    [{ ...market, quantity: '9000.00001' }, -1013, 'LOT_SIZE'],
    [limit('50000', '0.00001'), -1013, 'NOTIONAL'],
    [limit('90000.01', '1000'), -1013, 'NOTIONAL'],
    [{ ...market, quoteOrderQty: '0.5' }, -1013, 'NOTIONAL'],
    [{ ...market, quoteOrderQty: '90000001' }, -1013, 'NOTIONAL'],
    [limit('50000', '0.001', { newClientOrderId: 'one' }), -2010],
  ]
  const tried = (values: Values) => signed('POST', '/api/v3/order/test', values)
  for (const [values, code, name] of cases) {
    const said = JSON.stringify(values)
    const { json } = await tried(values)
    if (code === undefined) expect(json, said).toEqual({})
    else expect(json, said).toMatchObject({ code, ...(name && { msg: `Filter failure: ${name}` }) })
  }
  expect((await signed('GET', '/api/v3/openOrders')).json).toHaveLength(1)
  const orders = JSON.stringify(Array.from({ length: 50 }, () => limit('50000', '0.0001')))
  for (let n = 0; n < 4; n += 1) await signed('POST', '/api/v3/batchOrders', { orders })
  const msg = 'Filter failure: MAX_NUM_ORDERS'
  expect((await tried(limit('50000', '0.001'))).json).toMatchObject({ code: -1013, msg })
  expect((await tried(limit('50000', '0.001', { timeInForce: 'IOC' }))).json).toEqual({})
  await server.app.exchange.stopMatching({ currencies: new Set([BTC.id]), members: new Set() })
  const halted = { code: -1013, msg: 'Market is closed.' }
  expect((await tried(limit('50000', '0.001'))).json).toEqual(halted)
})

test('a sale for a sum goes down the bids until they bring it, as far as its collar', async () => {
  const server = await startTestServer()
  const ada = await startBot(server, 'ada@example.test')
  const bob = await startBot(server, 'bob@example.test')
  await give(server, ada.member.id, BTC.id, 2n)
  await give(server, bob.member.id, USDT.id, 100_000n)
  for (const [price, quantity] of [
    ['50000', '0.001'],
    ['48000', '1'],
    ['45000', '0.1'],
  ] as const) {
    await bob.signed('POST', '/api/v3/order', limit(price, quantity))
  }
  const sale = { symbol: 'BTCUSDT', side: 'SELL', type: 'MARKET' }
  const sellFor = async (quoteOrderQty: string) =>
    (await ada.signed('POST', '/api/v3/order', { ...sale, quoteOrderQty })).json
  expect(await sellFor('1000')).toMatchObject({
    status: 'FILLED',
    executedQty: '0.02079000',
    cummulativeQuoteQty: '999.92000000',
  })
  // The bids within five percent do not bring that much: it is not filled, and says so.
  expect(await sellFor('60000')).toMatchObject({
    status: 'EXPIRED',
    executedQty: '0.98021000',
    cummulativeQuoteQty: '47050.08000000',
  })
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

test('a post-only order that crosses and a fill-or-kill that cannot are refused', async () => {
  const server = await startTestServer()
  const ada = await startBot(server, 'ada@example.test')
  const bob = await startBot(server, 'bob@example.test')
  await give(server, ada.member.id, USDT.id, 10_000n)
  await give(server, bob.member.id, BTC.id, 1n)
  await bob.signed('POST', '/api/v3/order', limit('50000', '0.01', { side: 'SELL' }))
  const { timeInForce: _, ...maker } = limit('50000', '0.01', { type: 'LIMIT_MAKER' })
  expect((await ada.signed('POST', '/api/v3/order', maker)).json).toEqual({
    code: -2010,
    msg: 'Order would immediately match and take.',
  })
  const kill = limit('50000', '0.02', { timeInForce: 'FOK' })
  expect((await ada.signed('POST', '/api/v3/order', kill)).json).toMatchObject({ code: -2010 })
  const ioc = await ada.signed(
    'POST',
    '/api/v3/order',
    limit('50000', '0.02', { timeInForce: 'IOC' }),
  )
  expect(ioc.json).toMatchObject({ status: 'EXPIRED', executedQty: '0.01000000' })
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

test('a batch answers each order by itself, as a form and as JSON', async () => {
  const server = await startTestServer()
  const { member, keys, signed } = await startBot(server, 'ada@example.test')
  await give(server, member.id, USDT.id, 1000n)
  const orders = [limit('50000', '0.001'), limit('50000.001', '0.001'), limit('50000', '9')]
  const form = await signed('POST', '/api/v3/batchOrders', { orders: JSON.stringify(orders) })
  expect(form.json).toMatchObject([{ status: 'NEW' }, { code: -1013 }, { code: -2010 }])
  const body = JSON.stringify({ orders })
  const query = `timestamp=${server.clock.wallNow().getTime()}`
  const signature = createHmac('sha256', keys.secret)
    .update(query + body)
    .digest('hex')
  const json = await ask(server, `/api/v3/batchOrders?${query}&signature=${signature}`, {
    method: 'POST',
    headers: { 'x-mbx-apikey': keys.key, 'content-type': 'application/json' },
    body,
  })
  expect(json.json).toMatchObject([{ status: 'NEW' }, { code: -1013 }, { code: -2010 }])
  const many = JSON.stringify(Array.from({ length: 51 }, () => orders[0]))
  const refused = await signed('POST', '/api/v3/batchOrders', { orders: many })
  expect(refused.json).toMatchObject({ code: -1130 })
})

test('a stop order waits unseen and becomes an order when its price comes', async () => {
  const server = await startTestServer()
  const ada = await startBot(server, 'ada@example.test')
  const bob = await startBot(server, 'bob@example.test')
  await give(server, ada.member.id, BTC.id, 1n)
  await give(server, bob.member.id, USDT.id, 10_000n)
  const stop = { symbol: 'BTCUSDT', side: 'SELL', quantity: '0.01', stopPrice: '49000' }
  await bob.signed('POST', '/api/v3/order', limit('50000', '0.01'))
  await bob.signed('POST', '/api/v3/order', limit('49000', '0.01'))
  await bob.signed('POST', '/api/v3/order', limit('48500', '0.05'))
  await ada.signed('POST', '/api/v3/order', limit('50000', '0.01', { side: 'SELL' }))
  const limited = { ...stop, type: 'STOP_LOSS_LIMIT', timeInForce: 'GTC', price: '48900' }
  const first = await ada.signed('POST', '/api/v3/order', { ...limited, newClientOrderId: 's-1' })
  expect(first.json).toMatchObject({ clientOrderId: 's-1' })
  const second = { ...stop, type: 'STOP_LOSS', newClientOrderId: 's-2' }
  expect((await ada.signed('POST', '/api/v3/order', second)).status).toBe(200)
  const waiting = await ada.signed('GET', '/api/v3/openOrders', { symbol: 'BTCUSDT' })
  expect(waiting.json).toMatchObject([
    { type: 'STOP_LOSS_LIMIT', status: 'NEW', isWorking: false, stopPrice: '49000.00000000' },
    {
      type: 'STOP_LOSS',
      status: 'NEW',
      isWorking: false,
      price: '0.00000000',
      timeInForce: 'GTC',
    },
  ])
  const above = { ...limited, stopPrice: '51000', newClientOrderId: 's-3' }
  expect((await ada.signed('POST', '/api/v3/order', above)).json).toEqual({
    code: -2010,
    msg: 'Stop price would trigger immediately.',
  })
  const sale = { symbol: 'BTCUSDT', side: 'SELL', type: 'MARKET', quantity: '0.01' }
  expect((await ada.signed('POST', '/api/v3/order', sale)).json).toMatchObject({ status: 'FILLED' })
  const find = (origClientOrderId: string) =>
    ada.signed('GET', '/api/v3/order', { symbol: 'BTCUSDT', origClientOrderId })
  // The limit stays above the best bid; the market order takes it.
  expect((await find('s-1')).json).toMatchObject({ status: 'NEW', isWorking: true })
  expect((await find('s-2')).json).toMatchObject({
    status: 'FILLED',
    cummulativeQuoteQty: '485.00000000',
  })
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

test('a member has at most two hundred open orders in a market, and a pace', async () => {
  const server = await startTestServer()
  const { member, signed } = await startBot(server, 'ada@example.test')
  await give(server, member.id, USDT.id, 100_000n)
  const batch = {
    orders: JSON.stringify(Array.from({ length: 50 }, () => limit('50000', '0.001'))),
  }
  for (let n = 0; n < 4; n += 1) await signed('POST', '/api/v3/batchOrders', batch)
  expect((await signed('POST', '/api/v3/order', limit('50000', '0.001'))).json).toEqual({
    code: -1013,
    msg: 'Filter failure: MAX_NUM_ORDERS',
  })
  const open = await signed('GET', '/api/v3/openOrders', { symbol: 'BTCUSDT' })
  expect(open.json).toHaveLength(200)
  const more = await Promise.all(
    Array.from({ length: 6 }, () => signed('POST', '/api/v3/batchOrders', batch)),
  )
  // Together they come to 501 orders, and whichever the server hears last is one too many.
  const refused = more.filter(({ status }) => status !== 200)
  expect(refused).toMatchObject([{ status: 429, json: { code: -1015 } }])
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
