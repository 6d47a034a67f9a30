import { memberAccount } from '@btbc/ledger/account.ts'
import { give } from '@btbc/ledger/testing.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { ask, limit, startBot, type Values } from '#testing/bots.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

/** What exchangeInfo says of an order is where it begins to be refused, to the last step. */

const { USDT, BTC } = currencies
const said = {
  PRICE_FILTER: { minPrice: '0.01000000', maxPrice: '1342177.28000000', tickSize: '0.01000000' },
  LOT_SIZE: { minQty: '0.00001000', maxQty: '9000.00000000', stepSize: '0.00001000' },
  NOTIONAL: { minNotional: '1.00000000', maxNotional: '90000000.00000000' },
}
type Rule = keyof typeof said

const sell = (price: string, quantity: string) => limit(price, quantity, { side: 'SELL' })
const stop = (side: 'BUY' | 'SELL', stopPrice: string, quantity: string) => ({
  symbol: 'BTCUSDT',
  side,
  type: 'STOP_LOSS',
  stopPrice,
  quantity,
})
const stopLimit = (stopPrice: string, price: string, quantity: string) =>
  limit(price, quantity, { side: 'SELL', type: 'STOP_LOSS_LIMIT', stopPrice })

const edges: readonly [Values, Rule | 'taken'][] = [
  [limit('0.01', '100'), 'taken'],
  [limit('0.009', '1000'), 'PRICE_FILTER'],
  [limit('100.01', '1'), 'taken'],
  [limit('100.015', '1'), 'PRICE_FILTER'],
  [sell('1342177.28', '0.00001'), 'taken'],
  [sell('1342177.29', '0.00001'), 'PRICE_FILTER'],
  [stop('SELL', '1342177.28', '1'), 'taken'],
  [stop('SELL', '1342177.29', '1'), 'PRICE_FILTER'],
  [limit('100000', '0.00001'), 'taken'],
  [limit('1000000', '0.000009'), 'LOT_SIZE'],
  [limit('100000', '0.000015'), 'LOT_SIZE'],
  [limit('100', '0'), 'LOT_SIZE'],
  [sell('1', '9000'), 'taken'],
  [sell('1', '9000.00001'), 'LOT_SIZE'],
  [limit('50000', '0.00002'), 'taken'],
  [limit('49999.99', '0.00002'), 'NOTIONAL'],
  [sell('49999.99', '0.00002'), 'NOTIONAL'],
  [sell('10000', '9000'), 'taken'],
  [sell('10000.01', '9000'), 'NOTIONAL'],
  [limit('10000', '9000'), 'taken'],
  [limit('10000.01', '9000'), 'NOTIONAL'],
  [stopLimit('60000', '50000', '0.00002'), 'taken'],
  [stopLimit('60000', '49999.99', '0.00002'), 'NOTIONAL'],
  [stop('SELL', '50000', '0.00002'), 'taken'],
  [stop('SELL', '49999.99', '0.00002'), 'NOTIONAL'],
  [stop('BUY', '50000', '0.00002'), 'taken'],
  [stop('BUY', '49999.99', '0.00002'), 'NOTIONAL'],
]

async function startRich(server: TestServer, mail: string) {
  const bot = await startBot(server, mail)
  for (const { id } of [USDT, BTC]) {
    const account = memberAccount(bot.member.id, 'change', id)
    await give(server.db, account, 100_000_000n * UNIT, server.clock.now())
  }
  const answer = async (method: string, path: string, values: Values) => {
    const { status, json } = await bot.signed(method, `/api/v3/${path}`, values)
    return status === 200 ? 'taken' : json
  }
  return { ...bot, answer, place: (values: Values) => answer('POST', 'order', values) }
}

const noOf = (rule: Rule) => ({ code: -1013, msg: `Filter failure: ${rule}` })

test('an order at the edge of each filter is taken, and one step beyond it is refused by its name', async () => {
  const server = await startTestServer({ rateLimits: false })
  const { answer, place } = await startRich(server, 'ada@example.test')
  const { json } = await ask(server, '/api/v3/exchangeInfo?symbol=BTCUSDT')
  const rules = Object.entries(said).map(([filterType, figures]) => ({ filterType, ...figures }))
  expect(json).toMatchObject({
    symbols: [
      { filters: expect.arrayContaining(rules.map((each) => expect.objectContaining(each))) },
    ],
  })
  for (const [order, expected] of edges) {
    const what = JSON.stringify(order)
    const wanted = expected === 'taken' ? expected : noOf(expected)
    expect(await answer('POST', 'order/test', order), what).toEqual(wanted)
    expect(await place(order), what).toEqual(wanted)
    if (expected === 'taken') await answer('DELETE', 'openOrders', { symbol: 'BTCUSDT' })
  }
})

test('a market order is worth what it is at the best price, and an amended one what is left of it', async () => {
  const server = await startTestServer({ rateLimits: false })
  const [ada, bob] = [
    await startRich(server, 'ada@example.test'),
    await startRich(server, 'bob@example.test'),
  ]
  const market = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET' }
  for (const [price, values, expected] of [
    ['50000', { quantity: '0.00002' }, 'taken'],
    ['49999.99', { quantity: '0.00002' }, 'NOTIONAL'],
    ['50000', { quoteOrderQty: '1' }, 'taken'],
    ['50000', { quoteOrderQty: '0.99999999' }, 'NOTIONAL'],
    ['50000', { quantity: '0.000001' }, 'LOT_SIZE'],
  ] as const) {
    await bob.answer('DELETE', 'openOrders', { symbol: 'BTCUSDT' })
    expect(await bob.place(sell(price, '1'))).toBe('taken')
    const wanted = expected === 'taken' ? expected : noOf(expected)
    expect(await ada.place({ ...market, ...values }), JSON.stringify(values)).toEqual(wanted)
  }
  const named = { symbol: 'BTCUSDT', origClientOrderId: 'less' }
  const amend = (newQty: string) =>
    ada.answer('PUT', 'order/amend/keepPriority', { ...named, newQty })
  await ada.place(limit('10000', '0.0003', { newClientOrderId: 'less' }))
  expect(await amend('0.0001')).toBe('taken')
  expect(await amend('0.00009')).toEqual(noOf('NOTIONAL'))
  expect(await amend('0.000005')).toEqual(noOf('LOT_SIZE'))
})
