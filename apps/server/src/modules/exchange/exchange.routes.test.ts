import {
  cancelAllOrders,
  cancelOrder,
  listEndedOrders,
  listMarkets,
  listOpenBuys,
  listOpenSells,
  placeBuy,
  placeSell,
  readOrderForm,
} from '@btbc/contract/exchange.ts'
import { listRecords } from '@btbc/contract/mining.ts'
import { listWallets } from '@btbc/contract/wallet.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { give } from '#testing/funds.ts'
import { newKey, ok, refusal, startTestServer, type TestMember } from '#testing/server.ts'

const { BTC, BNB, USDT } = currencies

async function startMarket() {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const bob = await server.join('bob@example.test')
  await give(server, alice.id, USDT.id, 10_000n)
  await give(server, bob.id, BTC.id, 1n)
  const order = (price: string, num: string) => ({ currency_id: BTC.id, price, num, mode: 2 })
  return {
    server,
    alice,
    bob,
    buy: (as: TestMember, price: string, num: string, options = {}) =>
      server.call(placeBuy, order(price, num), { as, ...options }),
    sell: (as: TestMember, price: string, num: string, options = {}) =>
      server.call(placeSell, order(price, num), { as, ...options }),
  }
}

test('buying and selling through the app: rest, partial fill, lists, cancel', async () => {
  const { server, alice, bob, buy, sell } = await startMarket()
  const open = ok(await buy(alice, '60000', '0.1'))
  expect(open).toMatchObject({ status: 'open', filled: '0.00000000', avg_price: '0.00000000' })
  expect(ok(await sell(bob, '59000', '0.04'))).toMatchObject({
    status: 'filled',
    filled: '0.04000000',
    avg_price: '60000.00000000',
  })
  const buys = ok(await server.call(listOpenBuys, {}, { as: alice }))
  expect(buys).toMatchObject({ total: 1, page: 1, limit: 20 })
  expect(buys.list).toMatchObject([
    {
      id: open.id,
      type: 'limit',
      stop_price: null,
      held: '3600.00000000',
      price: '60000.00000000',
      number: '0.10000000',
      filled: '0.04000000',
      avg_price: '60000.00000000',
      fee: '0.00004000',
      fee_currency: 'BTC',
      legal_name: 'USDT',
      currency_name: 'BTC',
      way: 2,
      direction: 'in',
      status: 'partial',
    },
  ])
  expect(ok(await server.call(listOpenSells, {}, { as: alice })).list).toEqual([])
  const wallets = ok(await server.call(listWallets, {}, { as: alice }))
  expect(wallets.change_wallet.balance[1]).toMatchObject({
    change_balance: '4000.00000000',
    lock_change_balance: '3600.00000000',
  })
  const cancelled = await server.call(cancelOrder, { id: open.id, type: 'in' }, { as: alice })
  expect(ok(cancelled)).toEqual({ id: open.id, status: 'cancelled', released: '3600.00000000' })
  const history = ok(await server.call(listEndedOrders, {}, { as: alice }))
  expect(history).toMatchObject({ total: 1, list: [{ id: open.id, status: 'cancelled' }] })
  const records = ok(await server.call(listRecords, { t: 4 }, { as: bob }))
  expect(records.data.map(({ value, currency_name }) => [value, currency_name])).toEqual([
    ['-0.04000000', 'BTC'],
    ['2397.60000000', 'USDT'],
  ])
})

test('cancelling is for the owner, on the right side, and twice is once', async () => {
  const { server, alice, bob, buy, sell } = await startMarket()
  const { id } = ok(await buy(alice, '60000', '0.1'))
  const cancel = (as: TestMember, type: 'in' | 'out') =>
    server.call(cancelOrder, { id, type }, { as })
  expect(refusal(await cancel(bob, 'in'))).toBe('order_not_found')
  expect(refusal(await cancel(alice, 'out'))).toBe('order_not_found')
  expect(ok(await cancel(alice, 'in'))).toMatchObject({ released: '6000.00000000' })
  expect(ok(await cancel(alice, 'in'))).toMatchObject({
    status: 'cancelled',
    released: '0.00000000',
  })
  const filled = ok(await buy(alice, '60000', '0.1'))
  ok(await sell(bob, '60000', '0.1'))
  const late = await server.call(cancelOrder, { id: filled.id, type: 'in' }, { as: alice })
  expect(refusal(late)).toBe('order_filled')
})

test('a key or client id is one order, however often it is sent', async () => {
  const { server, alice, bob, buy, sell } = await startMarket()
  const key = newKey()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => buy(alice, '60000', '0.01', { key })),
  )
  const ids = new Set(answers.map((answer) => ok(answer).id))
  expect(ids.size).toBe(1)
  ok(await sell(bob, '60000', '0.01'))
  await server.app.exchange.countEndedOrders(alice.id)
  const late = ok(await buy(alice, '60000', '0.01', { key }))
  expect(ids.has(late.id)).toBe(true)
  expect(late.status).toBe('filled')
  expect(refusal(await buy(alice, '60000', '0.02', { key }))).toBe('key_reused')
  const named = { currency_id: BTC.id, price: '50000', num: '0.01', mode: 2, client_id: 'mine' }
  const first = ok(await server.call(placeBuy, named, { as: alice, key: newKey() }))
  const again = ok(await server.call(placeBuy, named, { as: alice, key: newKey() }))
  expect(again.id).toBe(first.id)

  // Beside a client id the key stands for that order alone, until it comes to nothing.
  const under = async (client_id: string, num = '0.01') =>
    await server.call(placeBuy, { ...named, client_id, num }, { as: alice, key: 'one' })
  expect(refusal(await under('dear', '1'))).toBe('insufficient_balance')
  const one = ok(await under('two'))
  expect(refusal(await under('three'))).toBe('key_reused')
  expect(refusal(await buy(alice, '50000', '0.01', { key: 'one' }))).toBe('key_reused')
  const cancel = (id: number) =>
    server.call(cancelOrder, { id, type: 'in' }, { as: alice, key: 'another' })
  ok(await cancel(one.id))
  ok(await cancel(one.id))
  expect(refusal(await cancel(first.id))).toBe('key_reused')
})

test("a bot's stop says in the lists what it waits for, and what it holds", async () => {
  const { server, alice } = await startMarket()
  await server.app.exchange.place({
    memberId: alice.id,
    marketId: BTC.id,
    side: 'buy',
    type: 'stop_limit',
    stopPrice: 61_000n * UNIT,
    price: 62_000n * UNIT,
    quantity: UNIT / 100n,
  })
  const expected = {
    type: 'stop_limit',
    price: '62000.00000000',
    stop_price: '61000.00000000',
    held: '620.00000000',
    way: 2,
    status: 'waiting',
  }
  const [open] = ok(await server.call(listOpenBuys, {}, { as: alice })).list
  expect(open).toMatchObject(expected)
  const request = { id: open?.id ?? 0, type: 'in' as const }
  const cancelled = ok(await server.call(cancelOrder, request, { as: alice }))
  expect(cancelled).toMatchObject({ status: 'cancelled', released: '620.00000000' })
  const { list } = ok(await server.call(listEndedOrders, {}, { as: alice }))
  expect(list).toMatchObject([{ ...expected, held: '0.00000000', status: 'cancelled' }])
})

test('stops, terms and a sum to spend are asked for by the app, and told in its lists', async () => {
  const { server, alice, bob, sell } = await startMarket()
  const place = (order: object, as = alice) =>
    server.call(placeBuy, { currency_id: BTC.id, mode: 2, ...order }, { as })
  ok(await sell(bob, '60000', '0.1'))
  const spend = { mode: 1, spend: '50', client_id: 'fifty' }
  const bought = ok(await place(spend))
  expect(bought).toMatchObject({ status: 'filled', filled: '0.00083000' })
  expect(ok(await place(spend))).toEqual(bought)
  expect(refusal(await place({ ...spend, spend: '49' }))).toBe('key_reused')
  expect(refusal(await place({ ...spend, spend: '51' }))).toBe('key_reused')
  const over = { price: '60000', num: '0.2' }
  expect(refusal(await place({ ...over, num: '0.01', terms: 'post_only' }))).toBe('would_trade')
  expect(refusal(await place({ ...over, num: '0.1', terms: 'fok' }))).toBe('not_fillable')
  expect(ok(await place({ ...over, num: '0.11', terms: 'ioc' }))).toMatchObject({
    status: 'expired',
    filled: '0.09917000',
  })
  expect(refusal(await place({ ...over, num: '0.01', stop_price: '59000' }))).toBe('stop_reached')
  ok(await place({ mode: 1, num: '0.01', stop_price: '61000' }))
  ok(await place({ price: '61500', num: '0.01', stop_price: '61000', terms: 'ioc' }))
  ok(await place({ price: '59000', num: '0.01', terms: 'post_only' }))
  const { list } = ok(await server.call(listOpenBuys, {}, { as: alice }))
  expect(list).toMatchObject([
    { type: 'limit', terms: 'post_only', status: 'open' },
    { type: 'stop_limit', terms: 'ioc', stop_price: '61000.00000000', status: 'waiting' },
    { type: 'stop_market', stop_price: '61000.00000000', status: 'waiting', way: 1 },
  ])
  for (const [order, field] of [
    [{ price: '60000' }, 'num'],
    [{ mode: 1, num: '1', spend: '1' }, 'num'],
    [{ price: '60000', spend: '50' }, 'spend'],
    [{ mode: 1, spend: '50', stop_price: '61000' }, 'spend'],
    [{ mode: 1, num: '0.01', terms: 'ioc' }, 'terms'],
    [{ price: '62000', num: '0.01', stop_price: '61000', terms: 'post_only' }, 'terms'],
  ] as const) {
    expect(await place(order)).toMatchObject({
      code: 'invalid_request',
      message: new RegExp(field),
    })
  }
})

test('cancelling all says how many and what is available again, of one market or of all', async () => {
  const { server, alice, bob, buy, sell } = await startMarket()
  const cancelAll = (as: TestMember, request: object = {}, key = newKey()) =>
    server.call(cancelAllOrders, request, { as, key })
  ok(await buy(alice, '50000', '0.01'))
  ok(await buy(alice, '51000', '0.01'))
  ok(await sell(bob, '60000', '0.1'))
  const bnb = { currency_id: BNB.id, price: '500', num: '1', mode: 2 }
  ok(await server.call(placeBuy, bnb, { as: alice }))
  expect(ok(await cancelAll(alice, { currency_id: BNB.id }))).toEqual({
    cancelled: 1,
    released: [{ currency_name: 'USDT', amount: '500.00000000' }],
  })
  const both = { cancelled: 2, released: [{ currency_name: 'USDT', amount: '1010.00000000' }] }
  expect(ok(await cancelAll(alice, {}, 'both'))).toEqual(both)
  // Asked again because its answer was lost, it takes nothing that was placed since.
  ok(await buy(alice, '50000', '0.01'))
  expect(ok(await cancelAll(alice, {}, 'both'))).toEqual(both)
  expect(ok(await server.call(listOpenBuys, {}, { as: alice })).total).toBe(1)
  expect(ok(await cancelAll(alice)).cancelled).toBe(1)
  expect(ok(await cancelAll(alice))).toEqual({ cancelled: 0, released: [] })
  expect(refusal(await cancelAll(alice, { currency_id: 3 }))).toBe('market_not_found')
  // Nobody else's.
  expect(ok(await cancelAll(bob))).toMatchObject({
    cancelled: 1,
    released: [{ currency_name: 'BTC', amount: '0.10000000' }],
  })
})

test('bad orders are told apart, and need a session', async () => {
  const { server, alice, buy } = await startMarket()
  expect(refusal(await buy(alice, '60000.001', '0.1'))).toBe('price_off_tick')
  expect(refusal(await buy(alice, '60000', '0.000001'))).toBe('quantity_off_lot')
  expect(refusal(await buy(alice, '-1', '0.1'))).toBe('invalid_request')
  expect(refusal(await buy(alice, '60000', '99999999999999999999'))).toBe('invalid_request')
  expect(refusal(await buy(alice, '60000', '9000'))).toBe('insufficient_balance')
  expect(refusal(await buy(alice, '', '0.1'))).toBe('price_required')
  const market = { currency_id: BTC.id, num: '0.1', mode: 1 }
  const inBtc = await server.call(placeBuy, market, { as: alice })
  expect(refusal(inBtc)).toBe('book_empty')
  const odd = { ...market, currency_id: 3 }
  expect(refusal(await server.call(placeBuy, odd, { as: alice }))).toBe('market_not_found')
  expect(refusal(await server.call(placeBuy, market))).toBe('login_required')
})

test('the quotation tells the last 24 hours', async () => {
  const { server, alice, bob, buy, sell } = await startMarket()
  for (const price of ['50000', '60000', '55000']) {
    ok(await buy(alice, price, '0.01'))
    ok(await sell(bob, price, '0.01'))
    await server.pass({ minutes: 5 })
  }
  const read = async () => {
    const [legal] = ok(await server.call(listMarkets, {}, { method: 'GET' }))
    return legal?.quotation[0]
  }
  const expected = {
    currency_id: 1,
    now_price: '55000.00000000',
    change: '10.00000000',
    volume: '0.03000000',
    high: '60000.00000000',
    low: '50000.00000000',
    tick: '0.01000000',
    lot: '0.00001000',
    min_notional: '1.00000000',
  }
  expect(await read()).toMatchObject(expected)
  const tradedAt = (await read())?.traded_at
  expect(Date.parse(tradedAt ?? '')).toBeLessThanOrEqual(server.clock.now().getTime() - 300_000)
  await server.pass({ hours: 25 })
  expect(await read()).toMatchObject({
    now_price: '55000.00000000',
    volume: '0.00000000',
    traded_at: tradedAt,
  })
  // Ids as the seeds' client keeps them in its storage are read as well.
  const asked = { legal_id: '3', currency_id: String(BTC.id) }
  expect(ok(await server.call(readOrderForm, asked, { as: bob }))).toEqual({
    user_currency: '0.97000000',
    user_legal: '1648.35000000',
    cny_price: '396000.00000000',
    maker_fee: '0.00100000',
    taker_fee: '0.00100000',
    best_bid: null,
    best_ask: null,
  })
  const other = { legal_id: 3, currency_id: BNB.id }
  expect(ok(await server.call(readOrderForm, other, { as: bob })).user_currency).toBe('0.00000000')
})
