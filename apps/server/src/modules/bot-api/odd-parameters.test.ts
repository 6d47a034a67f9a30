import { createApiKey } from '@btbc/contract/api-key.ts'
import { addAddress } from '@btbc/contract/saved-address.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { botRows } from '#testing/authorization/other-routes.ts'
import { type Values, withSignature } from '#testing/bots.ts'
import { give } from '#testing/funds.ts'
import { acceptIdentity } from '#testing/identity.ts'
import { oddTexts } from '#testing/odd-requests.ts'
import { ok, startTestServer, type TestServer } from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'
import { OUTSIDE } from '#testing/withdrawals.ts'

/** Whatever a program says in one parameter, it is told about that and not of a fault of ours. */

const AT_ONCE = 16
const NOWS = { startTime: '1772366400000', endTime: '1772366400000' }
const symbol = 'BTCUSDT'
const naming = { symbol, orderId: '1', origClientOrderId: 'mine' }
const order = {
  symbol,
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  price: '1000',
  quantity: '0.01',
}
const more = { newOrderRespType: 'FULL', selfTradePreventionMode: 'EXPIRE_TAKER' }
const placing = { ...order, ...more, newClientOrderId: 'mine' }
const stop = { ...order, type: 'STOP_LOSS_LIMIT', stopPrice: '900' }
const market = { symbol, side: 'BUY', type: 'MARKET', quoteOrderQty: '10' }
const list = { coin: 'USDT', status: '6', offset: '0', limit: '10', ...NOWS }

/** What each route is asked with, where all is well; some in more than one way. */
const rows: Readonly<Record<string, readonly Record<string, string>[]>> = {
  'GET /api/v3/exchangeInfo': [{ symbol }, { symbols: '["BTCUSDT"]' }],
  'GET /api/v3/depth': [{ symbol, limit: '5' }],
  'GET /api/v3/trades': [{ symbol, limit: '5' }],
  'GET /api/v3/historicalTrades': [{ symbol, limit: '5', fromId: '1' }],
  'GET /api/v3/aggTrades': [
    { symbol, limit: '5', ...NOWS },
    { symbol, fromId: '1' },
  ],
  'GET /api/v3/klines': [{ symbol, interval: '1m', limit: '5', timeZone: '0', ...NOWS }],
  'GET /api/v3/uiKlines': [{ symbol, interval: '1w', limit: '5', timeZone: '0', ...NOWS }],
  'GET /api/v3/avgPrice': [{ symbol }],
  'GET /api/v3/ticker/24hr': [{ symbol, type: 'FULL' }, { symbols: '["BTCUSDT"]' }],
  'GET /api/v3/ticker/price': [{ symbol }, { symbols: '["BTCUSDT"]' }],
  'GET /api/v3/ticker/bookTicker': [{ symbol }, { symbols: '["BTCUSDT"]' }],
  'GET /api/v3/order': [naming],
  'GET /api/v3/openOrders': [{ symbol }],
  'GET /api/v3/allOrders': [{ symbol, orderId: '1', limit: '5', ...NOWS }],
  'GET /api/v3/account': [{ omitZeroBalances: 'true' }],
  'GET /api/v3/account/commission': [{ symbol }],
  'GET /api/v3/myTrades': [
    { symbol, orderId: '1', limit: '5', ...NOWS },
    { symbol, orderId: '1', fromId: '1' },
  ],
  'GET /sapi/v1/asset/tradeFee': [{ symbol }],
  'GET /sapi/v1/margin/allPairs': [{ symbol }],
  'GET /sapi/v1/margin/isolated/allPairs': [{ symbol }],
  'GET /sapi/v1/capital/config/getall': [],
  'GET /sapi/v1/capital/withdraw/history': [{ ...list, withdrawOrderId: 'mine' }],
  'GET /sapi/v1/capital/deposit/address': [{ coin: 'USDT', network: 'TEST' }],
  'GET /sapi/v1/capital/deposit/hisrec': [{ ...list, status: '1', txId: `0x${'0'.repeat(64)}` }],
  'POST /sapi/v1/capital/withdraw/apply': [
    { coin: 'USDT', network: 'TEST', address: OUTSIDE, amount: '10', withdrawOrderId: 'mine' },
  ],
  'POST /api/v3/order': [placing, order, stop, market],
  'DELETE /api/v3/order': [
    { ...naming, newClientOrderId: 'other', cancelRestrictions: 'ONLY_NEW' },
  ],
  'POST /api/v3/order/test': [placing, stop, { ...market, computeCommissionRates: 'true' }],
  'PUT /api/v3/order/amend/keepPriority': [{ symbol, orderId: '1', newQty: '0.005' }],
  'DELETE /api/v3/openOrders': [{ symbol }],
  'POST /api/v3/batchOrders': [{ orders: JSON.stringify([market]) }],
  'PUT /api/v3/userDataStream': [{ listenKey: 'none' }],
  'DELETE /api/v3/userDataStream': [{ listenKey: 'none' }],
}

/** A key that may do everything. */
async function startProgram(server: TestServer) {
  const as = await server.join('ada@example.test')
  await acceptIdentity(server, as)
  for (const { id } of [currencies.USDT, currencies.BTC]) await give(server, as.id, id, 10n)
  const saved = { address: OUTSIDE }
  const savedProof = await stepUp(server, as, 'address_add', saved)
  ok(await server.call(addAddress, { ...saved, name: 'desk', proof: savedProof }, { as }))
  const scopes: ('read' | 'trade' | 'withdraw')[] = ['read', 'trade', 'withdraw']
  const bound = { label: 'bot', scopes: scopes.join(','), addresses: '', withdraw_to: OUTSIDE }
  const proof = await stepUp(server, as, 'api_key', bound)
  const asked = { label: 'bot', scopes, withdraw_to: [OUTSIDE], proof }
  return ok(await server.call(createApiKey, asked, { as }))
}

test('every route of programs has a row', () => {
  const bare = Object.keys(botRows).filter((route) => !(route in rows))
  expect(bare).toEqual([
    'GET /api/v3/ping',
    'GET /api/v3/time',
    'GET /api/v3/rateLimit/order',
    'GET /sapi/v1/system/status',
    'POST /api/v3/userDataStream',
  ])
})

test('odd values in every parameter of every route are never a fault of ours', async () => {
  const server = await startTestServer({ rateLimits: false })
  const { key, secret } = await startProgram(server)
  const timestamp = String(server.clock.wallNow().getTime())
  const faults: string[] = []
  const ask = async (route: string, values: Values) => {
    const [method = '', path = ''] = route.split(' ')
    const isOpen = botRows[route] === 'anyone' || botRows[route] === 'key'
    const text = isOpen
      ? new URLSearchParams(values as Record<string, string>)
      : withSignature(secret, values)
    const response = await fetch(`${server.url}${path}?${text}`, {
      method,
      headers: { 'x-mbx-apikey': key },
    })
    const said = await response.text()
    const isOurs = response.status >= 500 || /"code":-(1000|1001|1007|1008)\b/.test(said)
    if (isOurs) faults.push(`${route} ${JSON.stringify(values)}: ${said}`.slice(0, 400))
  }
  for (const [route, ways] of Object.entries(rows)) {
    const isSigned = botRows[route] !== 'anyone' && botRows[route] !== 'key'
    const signed = isSigned ? { recvWindow: '5000', timestamp } : {}
    const all = ways.flatMap((way) => oddTexts({ ...way, ...signed }))
    for (let at = 0; at < all.length; at += AT_ONCE) {
      await Promise.all(all.slice(at, at + AT_ONCE).map((values) => ask(route, values)))
    }
  }
  expect(faults).toEqual([])
})
