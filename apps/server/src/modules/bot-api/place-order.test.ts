import { createHmac } from 'node:crypto'

import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { give } from '#testing/funds.ts'
import { startTestServer } from '#testing/server.ts'

import { ask, limit, startBot, type Values } from '#testing/bots.ts'

const { BTC, USDT } = currencies

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
    origQuoteOrderQty: '1000.00000000',
  })
  // The bids within five percent do not bring that much: it is not filled, and says so.
  expect(await sellFor('60000')).toMatchObject({
    status: 'EXPIRED',
    executedQty: '0.98021000',
    cummulativeQuoteQty: '47050.08000000',
  })
  const byQuantity = { ...limit('40000', '0.001', { side: 'SELL' }), timeInForce: 'IOC' }
  await ada.signed('POST', '/api/v3/order', byQuantity)
  const { json: all } = await ada.signed('GET', '/api/v3/allOrders', { symbol: 'BTCUSDT' })
  expect(all).toMatchObject([
    { origQuoteOrderQty: '1000.00000000' },
    { origQuoteOrderQty: '60000.00000000' },
    { origQuoteOrderQty: '0.00000000' },
  ])
})

test('a post-only order that crosses is refused, and a fill-or-kill that cannot be filled expires', async () => {
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
  expect(
    await ada.signed('POST', '/api/v3/order', { ...kill, newClientOrderId: 'k' }),
  ).toMatchObject({
    status: 200,
    json: { status: 'EXPIRED', executedQty: '0.00000000', fills: [] },
  })
  // It costs nothing, and stands in the list.
  expect((await ada.signed('GET', '/api/v3/account')).json).toMatchObject({
    balances: expect.arrayContaining([
      { asset: 'USDT', free: '10000.00000000', locked: '0.00000000' },
    ]) as unknown,
  })
  const all = await ada.signed('GET', '/api/v3/allOrders', { symbol: 'BTCUSDT' })
  expect(all.json).toMatchObject([{ clientOrderId: 'k', status: 'EXPIRED', timeInForce: 'FOK' }])
  const ioc = await ada.signed(
    'POST',
    '/api/v3/order',
    limit('50000', '0.02', { timeInForce: 'IOC' }),
  )
  expect(ioc.json).toMatchObject({ status: 'EXPIRED', executedQty: '0.01000000' })
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
    {
      type: 'STOP_LOSS_LIMIT',
      status: 'NEW',
      isWorking: false,
      workingTime: -1,
      stopPrice: '49000.00000000',
    },
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
  await ada.signed('POST', '/api/v3/order', { ...second, newClientOrderId: 's-4' })
  await ada.signed('DELETE', '/api/v3/order', { symbol: 'BTCUSDT', origClientOrderId: 's-4' })
  server.clock.pass({ minutes: 1 })
  const workingTime = server.clock.now().getTime()
  const sale = { symbol: 'BTCUSDT', side: 'SELL', type: 'MARKET', quantity: '0.01' }
  expect((await ada.signed('POST', '/api/v3/order', sale)).json).toMatchObject({ status: 'FILLED' })
  const find = (origClientOrderId: string) =>
    ada.signed('GET', '/api/v3/order', { symbol: 'BTCUSDT', origClientOrderId })
  // The limit stays above the best bid; the market order takes it.
  expect((await find('s-1')).json).toMatchObject({
    status: 'NEW',
    isWorking: true,
    time: workingTime - 60_000,
    workingTime,
  })
  expect((await find('s-2')).json).toMatchObject({
    status: 'FILLED',
    cummulativeQuoteQty: '485.00000000',
    workingTime,
  })
  const all = await ada.signed('GET', '/api/v3/allOrders', { symbol: 'BTCUSDT' })
  expect(all.json).toMatchObject([
    { type: 'LIMIT', workingTime: workingTime - 60_000 },
    { clientOrderId: 's-1', workingTime },
    { clientOrderId: 's-2', workingTime, isWorking: true },
    { clientOrderId: 's-4', workingTime: -1, isWorking: false },
    { type: 'MARKET', workingTime },
  ])
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
  expect(refused[0]?.headers.get('x-mbx-order-count-10s')).toBe('501')
})
