import { listApiKeys, revokeApiKey } from '@btbc/contract/api-key.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { give } from '#testing/funds.ts'
import { ok, startTestServer, type TestServer } from '#testing/server.ts'

import { ask, limit, startBot, type Values, type Keys, withSignature } from '#testing/bots.ts'

test('markets, book and trades are told to anyone', async () => {
  const server = await startTestServer()
  expect((await ask(server, '/api/v3/ping')).json).toEqual({})
  const time = await ask(server, '/api/v3/time')
  expect(time.json).toEqual({ serverTime: server.clock.wallNow().getTime() })
  const info = await ask(server, '/api/v3/exchangeInfo')
  expect(info.json).toMatchObject({
    symbols: [{ symbol: 'BTCUSDT' }, { symbol: 'BNBUSDT' }, { symbol: 'BTBCUSDT' }],
  })
  const depth = await ask(server, '/api/v3/depth?symbol=BTCUSDT&limit=5')
  expect(depth.json).toEqual({ lastUpdateId: 0, bids: [], asks: [] })
  for (const path of ['trades', 'historicalTrades', 'aggTrades']) {
    expect((await ask(server, `/api/v3/${path}?symbol=BTCUSDT`)).json).toEqual([])
  }
  const klines = await ask(server, '/api/v3/klines?symbol=BTCUSDT&interval=1m')
  expect(klines.json).toEqual([])
  for (const path of ['avgPrice', 'ticker/24hr', 'ticker/price', 'ticker/bookTicker']) {
    expect((await ask(server, `/api/v3/${path}?symbol=BTCUSDT`)).status).toBe(200)
  }
  expect((await ask(server, '/api/v3/ticker/price')).json).toHaveLength(3)
  expect(info.headers.get('x-mbx-used-weight-1m')).toBe('22')
})

test('a change in percent and an average price are rounded to the nearest', async () => {
  const server = await startTestServer()
  const ada = await startBot(server, 'ada@example.test')
  const bob = await startBot(server, 'bob@example.test')
  await give(server, ada.member.id, currencies.USDT.id, 10_000n)
  await give(server, bob.member.id, currencies.BTC.id, 1n)
  const read = async (path: string) =>
    (await ask(server, `/api/v3/${path}?symbol=BTCUSDT`)).json as Record<string, string>
  const trade = async (price: string, quantity: string) => {
    await ada.signed('POST', '/api/v3/order', limit(price, quantity))
    await bob.signed('POST', '/api/v3/order', limit(price, quantity, { side: 'SELL' }))
  }
  await trade('50000', '0.001')
  await trade('49999.25', '0.002')
  const percent = async () => (await read('ticker/24hr'))['priceChangePercent']
  await expect.poll(percent).toBe('-0.002')
  await trade('50000.75', '0.004')
  await expect.poll(percent).toBe('0.002')
  // 350.0015 USDT for 0.007 BTC are 50,000.2142857142… each.
  expect((await read('ticker/24hr'))['weightedAvgPrice']).toBe('50000.21428571')
  await trade('50000', '0.002')
  // 450.0015 for 0.009: 50,000.1666….
  await expect
    .poll(async () => (await read('ticker/24hr'))['weightedAvgPrice'])
    .toBe('50000.16666667')
  expect((await read('avgPrice'))['price']).toBe('50000.16666667')
})

test('a key, its signature, its time, its scope and its addresses are held to', async () => {
  const server = await startTestServer()
  const { member, keys, signed } = await startBot(server, 'ada@example.test', { scopes: ['read'] })
  const now = server.clock.wallNow().getTime()
  const account = (values: Values = {}, changed: Partial<Keys> = {}) =>
    signed('GET', '/api/v3/account', values, changed)
  expect((await account()).status).toBe(200)
  expect(await account({}, { key: 'short' })).toMatchObject({ status: 401, json: { code: -2014 } })
  expect(await account({}, { key: 'x'.repeat(64) })).toMatchObject({
    status: 401,
    json: { code: -2015 },
  })
  expect((await account({}, { secret: 'wrong' })).json).toEqual({
    code: -1022,
    msg: 'Signature for this request is not valid.',
  })
  expect((await account({ timestamp: now - 5001 })).json).toMatchObject({ code: -1021 })
  expect((await account({ timestamp: now + 1001 })).json).toMatchObject({ code: -1021 })
  expect((await account({ timestamp: now - 5001, recvWindow: 60_000 })).status).toBe(200)
  expect((await account({ recvWindow: 60_001 })).json).toMatchObject({ code: -1131 })
  const order = await signed('POST', '/api/v3/order', limit('1', '1'))
  expect(order).toMatchObject({ status: 401, json: { code: -2015 } })
  const elsewhere = await startBot(server, 'bob@example.test', { addresses: ['203.0.113.5'] })
  expect((await elsewhere.signed('GET', '/api/v3/account')).json).toMatchObject({ code: -2015 })
  ok(await server.call(revokeApiKey, { id: keysId(await list(server, member)) }, { as: member }))
  expect((await account()).json).toMatchObject({ code: -2015 })
  expect(keys.secret).toHaveLength(64)
})

async function list(server: TestServer, member: { token: string }) {
  return ok(await server.call(listApiKeys, {}, { as: member }))
}

function keysId([first]: readonly { id: number }[]): number {
  return first?.id ?? 0
}

test("odd requests under /api/v3 are answered in this API's form", async () => {
  const server = await startTestServer()
  expect((await ask(server, '/api/v3/depth')).json).toMatchObject({ code: -1102 })
  expect((await ask(server, '/api/v3/depth?symbol=X')).json).toMatchObject({ code: -1121 })
  expect((await ask(server, '/api/v3/ping?a=1')).json).toMatchObject({ code: -1104 })
  expect((await ask(server, '/api/v3/trades?symbol=BTCUSDT&symbol=BNBUSDT')).json).toMatchObject({
    code: -1101,
  })
  const second = '/api/v3/depth?symbol=BTCUSDT?limit=5'
  expect((await ask(server, second)).json).toMatchObject({ code: -1121 })
  expect((await ask(server, '/api/v3/depth??symbol=BTCUSDT')).json).toMatchObject({ code: -1104 })
  const klines = '/api/v3/klines?symbol=BTCUSDT&interval=7m'
  expect((await ask(server, klines)).json).toMatchObject({ code: -1120 })
  // Within the characters that there may be, and out of range.
  for (const nines of ['9'.repeat(18), '9'.repeat(20)]) {
    const depth = `/api/v3/depth?symbol=BTCUSDT&limit=${nines}`
    expect((await ask(server, depth)).json, nines).toMatchObject({ code: -1130 })
  }
  const post = (type: string, body: string) =>
    ask(server, '/api/v3/order', { method: 'POST', headers: { 'content-type': type }, body })
  expect((await post('text/plain', 'a=1')).status).toBe(415)
  expect((await post('application/json', '{')).json).toMatchObject({ code: -1100 })
  expect((await post('application/x-www-form-urlencoded', 'a='.padEnd(70_000, 'x'))).status).toBe(
    413,
  )
  expect((await post('application/x-www-form-urlencoded', 'a=1')).json).toMatchObject({
    code: -2014,
  })
})

test('a form is a form, whatever its client calls it', async () => {
  const server = await startTestServer()
  const { member, keys } = await startBot(server, 'ada@example.test')
  await give(server, member.id, currencies.USDT.id, 100n)
  const timestamp = server.clock.wallNow().getTime()
  const placed = await ask(server, '/api/v3/order', {
    method: 'POST',
    headers: { 'x-mbx-apikey': keys.key, 'content-type': 'application/json' },
    body: withSignature(keys.secret, limit('50000', '0.001', { timestamp })),
  })
  expect(placed).toMatchObject({ status: 200, json: { status: 'NEW' } })
})

test('no market is described twice in one answer', async () => {
  const server = await startTestServer()
  const twice = encodeURIComponent('["BTCUSDT","BNBUSDT","BTCUSDT"]')
  for (const path of ['exchangeInfo', 'ticker/24hr', 'ticker/price', 'ticker/bookTicker']) {
    const { status, json } = await ask(server, `/api/v3/${path}?symbols=${twice}`)
    expect({ status, json }, path).toMatchObject({ status: 400, json: { code: -1101 } })
  }
})

test('what is asked for is answered, or it is said that it is not', async () => {
  const server = await startTestServer()
  const klines = (timeZone: string) =>
    ask(server, `/api/v3/klines?symbol=BTCUSDT&interval=1d&timeZone=${timeZone}`)
  for (const utc of ['0', '0:00', '00:00']) expect((await klines(utc)).json).toEqual([])
  for (const zone of ['8', '-1:00', '05:45']) {
    expect((await klines(zone)).json, zone).toMatchObject({ code: -1130 })
  }
  const symbols = async (asked: string) =>
    ((await ask(server, `/api/v3/exchangeInfo?${asked}`)).json as { symbols: object[] }).symbols
  const spot = encodeURIComponent('["SPOT","MARGIN"]')
  expect(await symbols(`permissions=${spot}`)).toHaveLength(3)
  expect(await symbols('permissions=MARGIN')).toEqual([])
  expect(await symbols('symbolStatus=TRADING')).toHaveLength(3)
  expect(await symbols('symbolStatus=HALT')).toEqual([])
  expect(await symbols('symbol=BTCUSDT')).toMatchObject([{ permissionSets: [['SPOT']] }])
  const odd = await ask(server, '/api/v3/exchangeInfo?showPermissionSets=no')
  expect(odd.json).toMatchObject({ code: -1130 })
  const bare = await symbols('symbol=BTCUSDT&showPermissionSets=false')
  expect(bare).toMatchObject([{ permissionSets: [] }])
  for (const path of ['ticker/24hr', 'ticker/price', 'ticker/bookTicker', 'depth']) {
    const one = await ask(server, `/api/v3/${path}?symbol=BTCUSDT&symbolStatus=HALT`)
    expect(one.json, path).toMatchObject({ code: -1220 })
    if (path === 'depth') continue
    expect((await ask(server, `/api/v3/${path}?symbolStatus=BREAK`)).json, path).toEqual([])
  }
  const day = async (type: string) =>
    (await ask(server, `/api/v3/ticker/24hr?symbol=BTCUSDT&type=${type}`)).json as object
  const [mini, full] = [await day('MINI'), await day('FULL')]
  expect(Object.keys(mini)).toHaveLength(12)
  expect(full).toMatchObject({ ...mini, prevClosePrice: '0.00000000' })
})

test('what this API does not have is a status of its own, never the page of the app', async () => {
  const server = await startTestServer()
  const notThere = { code: -1020, msg: 'This operation is not supported.' }
  for (const [method, path] of [
    ['GET', '/api/v3/nothing'],
    ['POST', '/api/v3/ping'],
    ['DELETE', '/api/v3/'],
    ['GET', '/api/v3'],
    ['PATCH', '/api/v3/order'],
    ['OPTIONS', '/api/v3/order'],
    ['GET', '/api/v1/ping'],
    ['GET', '/fapi/v1/ping'],
    ['GET', '/sapi/v1/asset/dividend?x=1'],
    ['POST', '/sapi/v2/nothing'],
  ] as const) {
    const { status, json } = await ask(server, path, { method })
    expect([path, status, json]).toEqual([path, 404, notThere])
  }
})

test('who asks too much is told how long to wait', async () => {
  const server = await startTestServer()
  const answers = await Promise.all(
    Array.from({ length: 320 }, () => ask(server, '/api/v3/exchangeInfo')),
  )
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.json).toMatchObject({ code: -1003 })
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(refused?.headers.get('x-mbx-used-weight-1m'))).toBeGreaterThan(6000)
})

test('strangers nearby use up nothing of a member, and whoever guesses keys is not listened to', async () => {
  const server = await startTestServer({ trustProxy: ['loopback'] })
  const { keys } = await startBot(server, 'ada@example.test')
  const [stranger, member] = ['203.0.113.9', '203.0.113.200']
  const timestamp = server.clock.wallNow().getTime()
  const cancel = { symbol: 'BTCUSDT', orderId: 7, timestamp }
  const signed = (address: string, key = keys.key, path = 'DELETE /api/v3/order') => {
    const [method = '', place = ''] = path.split(' ')
    const headers = { 'x-mbx-apikey': key, 'x-forwarded-for': address }
    return ask(server, `${place}?${withSignature(keys.secret, cancel)}`, { method, headers })
  }
  const depth = '/api/v3/depth?symbol=BTCUSDT&limit=5000'
  const loud = await Promise.all(
    Array.from({ length: 25 }, () =>
      ask(server, depth, { headers: { 'x-forwarded-for': stranger } }),
    ),
  )
  expect(loud.map(({ status }) => status)).toContain(429)
  const answered = await signed(member)
  expect(answered).toMatchObject({ status: 400, json: { code: -2011 } })
  expect(answered.headers.get('x-mbx-used-weight-1m')).toBe('1')
  const unknown = 'x'.repeat(64)
  expect(await signed(member, unknown)).toMatchObject({ status: 429, json: { code: -1003 } })

  // Tries that count for 20 each: after 6,000 no key is looked at from there, the right one neither.
  await Promise.all(
    Array.from({ length: 301 }, () => signed(stranger, unknown, 'GET /api/v3/allOrders')),
  )
  expect(await signed(stranger)).toMatchObject({ status: 429, json: { code: -1003 } })
  expect(await signed(member)).toMatchObject({ status: 400, json: { code: -2011 } })
})
