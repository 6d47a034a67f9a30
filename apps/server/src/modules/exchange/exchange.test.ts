import { houseAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { auditTrades } from './exchange.audit.ts'
import type { CommittedBatch, NewOrder } from './exchange.ts'
import { idOf, plain, readOrder, startTestExchange, told, units } from '#testing/exchange.ts'
import { waitForWaiting } from '#testing/waiting.ts'

const { BTC, USDT } = currencies

test('a limit order rests and holds; a crossing one fills at the price that was there first', async () => {
  const { exchange, fund, has, place, db } = await startTestExchange()
  await fund(1, '10000 USDT')
  await fund(2, '1 BTC')
  expect(told(await place('1 buy 0.1 BTC at 60000'))).toBe('open 0 of 0.1')
  expect(await has(1, 'USDT')).toBe('4000 + 6000')
  expect(told(await place('2 sell 0.04 BTC at 59000'))).toBe('filled 0.04 of 0.04')
  // 0.04 × 60,000 = 2,400, of which the seller pays 2.4 and the buyer 0.00004 BTC.
  expect(await has(1, 'USDT')).toBe('4000 + 3600')
  expect(await has(1, 'BTC')).toBe('0.03996 + 0')
  expect(await has(2, 'USDT')).toBe('2397.6 + 0')
  expect(await has(2, 'BTC')).toBe('0.96 + 0')
  expect((await balanceOf(db, houseAccount('fees', USDT.id))).available).toBe(units('2.4'))
  expect((await balanceOf(db, houseAccount('fees', BTC.id))).available).toBe(units('0.00004'))
  expect(exchange.depth(BTC.id, 5)).toEqual({
    sequence: 2,
    bids: [{ price: units('60000'), quantity: units('0.06') }],
    asks: [],
  })
})

test('a better price than the limit is given back at the fill', async () => {
  const { fund, has, place } = await startTestExchange()
  await fund(1, '10000 USDT')
  await fund(2, '1 BTC')
  await place('2 sell 0.05 BTC at 50000')
  expect(told(await place('1 buy 0.1 BTC at 60000'))).toBe('open 0.05 of 0.1')
  // 0.05 × 50,000 paid, 0.05 × 60,000 still held.
  expect(await has(1, 'USDT')).toBe('4500 + 3000')
})

test('a fee of a fraction of a unit is rounded up against the member, and the rounding is dust', async () => {
  const { fund, has, place, db } = await startTestExchange()
  await fund(1, '100 USDT')
  await fund(2, '1 BTC')
  await place('2 sell 0.00123 BTC at 12345.67')
  expect(told(await place('1 buy 0.00123 BTC at 12345.67'))).toBe('filled 0.00123 of 0.00123')
  // 0.00123 × 12,345.67 = 15.1851741, and a thousandth of it 0.0151851741: rounded up.
  expect(await has(2, 'USDT')).toBe('15.16998892 + 0')
  const [fees, dust] = await Promise.all(
    (['fees', 'dust'] as const).map((purpose) => balanceOf(db, houseAccount(purpose, USDT.id))),
  )
  expect([fees?.available, dust?.available]).toEqual([1518517n, 1n])
  expect(await has(1, 'BTC')).toBe('0.00122877 + 0')

  // What the trades say was paid is what the house has of them, to the unit.
  expect(await auditTrades(db)).toEqual([])
  await sql`update exchange_trade_batch set taker_fee[1] = taker_fee[1] - 1`.execute(db)
  expect(await auditTrades(db)).toMatchObject([{ about: { currency: BTC.id } }])
})

test('a market order takes what the collar allows and never rests', async () => {
  const { fund, has, place } = await startTestExchange()
  await fund(1, '100000 USDT')
  await fund(2, '10 BTC')
  for (const price of ['50000', '52500', '52501']) await place(`2 sell 0.1 BTC at ${price}`)
  expect(told(await place('1 buy 0.5 BTC'))).toBe('expired 0.2 of 0.5')
  expect(await has(1, 'USDT')).toBe('89750 + 0')
  expect(told(await place('2 sell 0.5 BTC'))).toBe('book_empty')
  expect(await has(2, 'BTC')).toBe('9.7 + 0.1')
})

test('a market order by budget buys for at most that much', async () => {
  const { fund, has, exchange, place } = await startTestExchange()
  await fund(1, '1000 USDT')
  await fund(2, '10 BTC')
  await place('2 sell 1 BTC at 50000')
  const order = { memberId: 1, marketId: BTC.id, side: 'buy', type: 'market' } as const
  const outcome = await exchange.place({ ...order, budget: units('100.3') })
  expect(told(outcome)).toBe('filled 0.002 of 0.002')
  expect(await has(1, 'USDT')).toBe('900 + 0')
  expect(told(await exchange.place({ ...order, budget: units('0.9') }))).toBe('below_minimum')
  expect(told(await exchange.place({ ...order, budget: units('901') }))).toBe(
    'insufficient_balance',
  )
})

test('orders that may not rest, may not trade or may not be split are held to it', async () => {
  const { fund, has, place } = await startTestExchange()
  await fund(1, '100000 USDT')
  await fund(2, '10 BTC')
  await place('2 sell 0.1 BTC at 50000')
  const ioc = await place('1 buy 0.2 BTC at 50000', { timeInForce: 'ioc' })
  expect(told(ioc)).toBe('expired 0.1 of 0.2')
  await place('2 sell 0.1 BTC at 50000')
  expect(told(await place('1 buy 0.2 BTC at 50000', { timeInForce: 'fok' }))).toBe('not_fillable')
  expect(told(await place('1 buy 0.1 BTC at 50000', { timeInForce: 'post_only' }))).toBe(
    'would_trade',
  )
  expect(await has(1, 'USDT')).toBe('95000 + 0')
  expect(told(await place('1 buy 0.1 BTC at 50000', { timeInForce: 'fok' }))).toBe(
    'filled 0.1 of 0.1',
  )
  expect(told(await place('1 buy 0.1 BTC at 49999', { timeInForce: 'post_only' }))).toBe(
    'open 0 of 0.1',
  )
})

test('stops wait with their hold, and go off in the batch that reaches their price', async () => {
  const { exchange, fund, has, place } = await startTestExchange()
  for (const member of [1, 2, 3]) {
    await fund(member, '100000 USDT')
    await fund(member, '10 BTC')
  }
  await place('2 sell 0.1 BTC at 50000')
  await place('1 buy 0.1 BTC at 50000')
  const stop = { type: 'stop_limit', stopPrice: units('51000') } as const
  const waiting = await place('3 buy 0.2 BTC at 51500', stop)
  expect(told(waiting)).toBe('waiting 0 of 0.2')
  expect(await has(3, 'USDT')).toBe('89700 + 10300')
  const market = await exchange.place({
    ...readOrder('3 sell 0.1 BTC'),
    type: 'stop_market',
    stopPrice: units('40000'),
  })
  expect(told(market)).toBe('waiting 0 of 0.1')
  await place('2 sell 0.15 BTC at 51000')
  await place('1 buy 0.05 BTC at 51000')
  const gone = await exchange.findOrder({ memberId: 3, id: idOf(waiting) })
  expect(gone).toMatchObject({ status: 'open', filled: units('0.1') })
  expect(exchange.depth(BTC.id, 5).bids).toEqual([
    { price: units('51500'), quantity: units('0.1') },
  ])
  expect(
    told(await place('3 sell 1 BTC at 60000', { type: 'stop_limit', stopPrice: units('55000') })),
  ).toBe('stop_reached')
})

test('a stop is in the book from when its price came, whoever reads it; one that was cancelled before never was', async () => {
  const { exchange, another, endLease, fund, passMs, place } = await startTestExchange()
  for (const member of [1, 2, 3]) {
    await fund(member, '100000 USDT')
    await fund(member, '1 BTC')
  }
  await place('2 sell 0.1 BTC at 50000')
  await place('1 buy 0.1 BTC at 50000')
  const stop = (price: string) => ({ type: 'stop_limit', stopPrice: units(price) }) as const
  const ids = {
    filled: idOf(await place('3 buy 0.05 BTC at 51500', stop('51000'))),
    resting: idOf(await place('3 buy 0.1 BTC at 51500', stop('51000'))),
    waiting: idOf(await place('3 buy 0.1 BTC at 60000', stop('60000'))),
    cancelled: idOf(await place('3 buy 0.1 BTC at 60000', stop('60000'))),
    plain: idOf(await place('3 buy 0.1 BTC at 40000')),
  }
  passMs(60_000)
  await exchange.cancel({ memberId: 3, id: ids.cancelled })
  await place('2 sell 0.1 BTC at 51000')
  await place('1 buy 0.05 BTC at 51000')
  passMs(60_000)
  await exchange.cancel({ memberId: 3, id: ids.plain })
  const workingAfterMs = async (read: typeof exchange) => {
    const orders = Object.entries(ids).map(async ([name, id]) => {
      const order = await read.findOrder({ memberId: 3, id })
      const at = order?.workingAt
      return [name, order && at && at.getTime() - order.createdAt.getTime()] as const
    })
    return Object.fromEntries(await Promise.all(orders))
  }
  const expected = { filled: 60_000, resting: 60_000, waiting: undefined, cancelled: undefined }
  expect(await workingAfterMs(exchange)).toEqual({ ...expected, plain: 0 })
  await endLease()
  const second = await another('second')
  expect(await workingAfterMs(second)).toEqual({ ...expected, plain: 0 })
  // One that comes to the book there is noted like any other.
  await second.place(readOrder('2 sell 0.2 BTC at 60000'))
  passMs(60_000)
  await second.place(readOrder('1 buy 0.05 BTC at 60000'))
  expect(await workingAfterMs(second)).toMatchObject({ waiting: 180_000 })
})

test('nobody trades with themselves: the newer order is cancelled', async () => {
  const { fund, has, place } = await startTestExchange()
  await fund(1, '100000 USDT')
  await fund(1, '10 BTC')
  await place('1 sell 0.1 BTC at 50000')
  expect(told(await place('1 buy 0.2 BTC at 50000'))).toBe('prevented 0 of 0.2')
  expect(await has(1, 'USDT')).toBe('100000 + 0')
  expect(await has(1, 'BTC')).toBe('9.9 + 0.1')
})

const refused = [
  ['off the tick', '1 buy 0.1 BTC at 60000.001', 'price_off_tick'],
  ['off the lot', '1 buy 0.000001 BTC at 60000', 'quantity_off_lot'],
  ['of nothing', '1 buy 0 BTC at 60000', 'below_minimum'],
  ['at no price', '1 buy 1 BTC at 0', 'price_required'],
  ['under the minimum', '1 buy 0.00001 BTC at 60000', 'below_minimum'],
  ['without the money', '1 buy 1 BTC at 60000', 'insufficient_balance'],
  ['without the money, and too large', '1 buy 9001 BTC at 60000', 'insufficient_balance'],
  ['beyond all numbers', '1 buy 92233720368 BTC at 92233720368', 'insufficient_balance'],
  ['without the coins, and too large', '1 sell 9001 BTC at 60000', 'insufficient_balance'],
  ['too large', '2 sell 9001 BTC at 60000', 'order_too_large'],
  ['at too high a price', '2 sell 1 BTC at 2000000', 'price_too_high'],
  ['worth too much', '2 sell 1000 BTC at 90000.01', 'above_maximum'],
  ['on an empty book', '1 buy 0.1 BTC', 'book_empty'],
] as const

test('an order off its steps, out of its range or without its funds is refused and holds nothing', async () => {
  const { exchange, fund, has, place } = await startTestExchange()
  await fund(1, '1000 USDT')
  await fund(2, '10000 BTC')
  for (const [what, text, code] of refused) {
    expect(told(await place(text)), what).toBe(code)
    expect(await has(1, 'USDT'), what).toBe('1000 + 0')
    expect(await has(2, 'BTC'), what).toBe('10000 + 0')
    expect(exchange.depth(BTC.id, 5), what).toEqual({ sequence: 0, bids: [], asks: [] })
    const elsewhere = { ...readOrder(text), marketId: 3 }
    expect(told(await exchange.place(elsewhere)), what).toBe('market_not_found')
  }
})

const { type: _, ...stopSell } = readOrder('2 sell 1 BTC')
const stop = (price: string): NewOrder => ({
  ...stopSell,
  type: 'stop_market',
  stopPrice: units(price),
})

test.each<[string, NewOrder, string]>([
  ['the highest price', stop('1342177.28'), 'waiting 0 of 1'],
  ['more', stop('1342177.29'), 'price_too_high'],
  ['more, its collar included', stop('1412818.2'), 'price_too_high'],
  ['all that can be written', stop('92233720368.54'), 'price_too_high'],
  [
    'more, and a sound limit',
    { ...stop('20000000'), type: 'stop_limit', price: units('0.5'), quantity: units('20') },
    'price_too_high',
  ],
])('a stop price of %s is answered to its owner alone', async (_what, order, answer) => {
  const { exchange, failures, fund, place } = await startTestExchange()
  await fund(1, '1000 USDT')
  await fund(2, '100 BTC')
  const outcomes = await Promise.all([
    place('1 buy 1 BNB at 100'),
    exchange.place(order),
    place('1 buy 1 BNB at 101'),
  ])
  expect(outcomes.map(told)).toEqual(['open 0 of 1', answer, 'open 0 of 1'])
  expect(failures).toEqual([])
})

test('a collar ends where prices end', async () => {
  const { fund, place } = await startTestExchange()
  await fund(1, '3000000 USDT')
  await fund(2, '1 BTC')
  await place('2 sell 1 BTC at 1342177.28')
  expect(told(await place('1 buy 1 BTC'))).toBe('filled 1 of 1')
})

test('a budget of less than one lot buys and sells nothing', async () => {
  const { exchange, fund, place } = await startTestExchange()
  await fund(1, '1000000 USDT')
  await fund(2, '1 BTC')
  await fund(3, '1 BTC')
  await fund(3, '10 USDT')
  await place('1 buy 0.1 BTC at 150000')
  await place('2 sell 0.1 BTC at 160000')
  for (const [side, minimum] of [
    ['sell', '1.5'],
    ['buy', '1.6'],
  ] as const) {
    const order = { memberId: 3, marketId: BTC.id, side, type: 'market' } as const
    expect(await exchange.place({ ...order, budget: units('1.4') })).toMatchObject({
      refusal: { code: 'below_minimum', details: { minimum, currency: 'USDT' } },
    })
    expect(told(await exchange.place({ ...order, budget: units(minimum) }))).toMatch('filled')
  }
})

test('of 300 open orders in a market 200 are taken', async () => {
  const { exchange, fund, has } = await startTestExchange()
  await fund(1, '1000 USDT')
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, () =>
      exchange.placeMany(Array.from({ length: 50 }, () => readOrder('1 buy 1 BNB at 1'))),
    ),
  )
  const answers = outcomes.flat().map(told)
  expect(answers.filter((answer) => answer === 'open 0 of 1').length).toBe(200)
  expect(answers.filter((answer) => answer === 'too_many_orders').length).toBe(100)
  expect(await has(1, 'USDT')).toBe('800 + 200')
  expect(exchange.openOrders(1).length).toBe(200)
  expect((await exchange.cancelAll(1)).map(told)).toEqual(
    Array.from({ length: 200 }, () => 'cancelled 0 of 1'),
  )
  expect(await has(1, 'USDT')).toBe('1000 + 0')
})

test('a client id is one open order, or for a retry the first order whatever became of it', async () => {
  const { exchange, fund, place } = await startTestExchange()
  await fund(1, '1000 USDT')
  await fund(2, '10 BNB')
  const first = await place('1 buy 1 BNB at 100', { clientId: 'a' })
  expect(told(await place('1 buy 1 BNB at 100', { clientId: 'a' }))).toBe('client_id_taken')
  const retry = { clientId: 'a', onRepeat: 'first' } as const
  expect(idOf(await place('1 buy 1 BNB at 100', retry))).toBe(idOf(first))
  await place('2 sell 1 BNB at 100', { clientId: 'a' })
  expect(idOf(await place('1 buy 1 BNB at 100', retry))).toBe(idOf(first))
  expect(await exchange.findOrder({ memberId: 1, clientId: 'a' })).toMatchObject({
    id: idOf(first),
    status: 'filled',
  })
  // An ended order's client id may be used anew.
  const second = await place('1 buy 1 BNB at 100', { clientId: 'a' })
  expect(idOf(second)).not.toBe(idOf(first))
  expect(await exchange.findOrder({ memberId: 1, clientId: 'a' })).toMatchObject({
    id: idOf(second),
  })
})

test('an order is cancelled once, by its owner alone', async () => {
  const { exchange, fund, has, place } = await startTestExchange()
  await fund(1, '1000 USDT')
  await fund(2, '10 BNB')
  const open = await place('1 buy 2 BNB at 100')
  await place('2 sell 0.5 BNB at 100')
  const id = idOf(open)
  expect(told(await exchange.cancel({ memberId: 2, id }))).toBe('order_not_found')
  expect(await exchange.findOrder({ memberId: 2, id })).toBeUndefined()
  const outcomes = await Promise.all([1, 2, 3].map(() => exchange.cancel({ memberId: 1, id })))
  expect(outcomes.map(told)).toEqual(['cancelled 0.5 of 2', 'order_ended', 'order_ended'])
  expect(outcomes[0]).toMatchObject({ released: units('150') })
  expect(await has(1, 'USDT')).toBe('950 + 0')
  const filled = await place('1 buy 1 BNB at 100')
  await place('2 sell 1 BNB at 100')
  expect(told(await exchange.cancel({ memberId: 1, id: idOf(filled) }))).toBe('order_filled')
})

test('amending makes an order smaller and keeps its place', async () => {
  const { exchange, fund, has, place } = await startTestExchange()
  for (const member of [1, 3]) await fund(member, '1000 USDT')
  await fund(2, '10 BNB')
  const first = await place('1 buy 4 BNB at 100')
  await place('3 buy 4 BNB at 100')
  const amend = (quantity: string) =>
    exchange.amend({ memberId: 1, id: idOf(first), quantity: units(quantity) })
  expect(told(await amend('5'))).toBe('amend_only_less')
  expect(told(await amend('2'))).toBe('open 0 of 2')
  expect(await has(1, 'USDT')).toBe('800 + 200')
  expect(exchange.depth(18, 1).bids).toEqual([{ price: units('100'), quantity: units('6') }])
  await place('2 sell 1 BNB at 100')
  expect(await has(1, 'BNB')).toBe('0.999 + 0')
  expect(told(await amend('1'))).toBe('amend_only_less')
})

test('those who watch see every commit in order, and nothing of what was refused', async () => {
  const { exchange, fund, place, has } = await startTestExchange()
  await fund(1, '1000 USDT')
  await fund(2, '10 BNB')
  const seen: CommittedBatch[] = []
  exchange.onBatch(
    (batch) => seen.push(batch),
    () => true,
  )
  await place('1 buy 2 BNB at 100')
  await place('1 buy 2 BNB at 0.001')
  await place('2 sell 3 BNB at 99')
  const markets = seen.flatMap((batch) => batch.markets)
  expect(markets.map(({ sequence }) => sequence)).toEqual([1, 2])
  expect(markets[1]).toMatchObject({
    bids: [{ price: units('100'), quantity: 0n }],
    asks: [{ price: units('99'), quantity: units('1') }],
    trades: [{ id: 1, takerSide: 'sell', price: units('100'), quantity: units('2') }],
  })
  const last = seen.at(-1)
  expect(last?.orders.map(({ order, isNew }) => [order.memberId, order.status, isNew])).toEqual([
    [2, 'open', true],
    [1, 'filled', false],
  ])
  for (const change of last?.balances ?? []) {
    const code = change.currency === 3 ? 'USDT' : 'BNB'
    expect(await has(change.memberId, code)).toBe(
      `${plain(change.available)} + ${plain(change.held)}`,
    )
  }
  expect(last?.balances.length).toBe(4)
})

test('orders and trades are in the history at once and exactly once', async () => {
  const { exchange, fund, place } = await startTestExchange()
  await fund(1, '1000 USDT')
  await fund(2, '10 BNB')
  const buy = await place('1 buy 2 BNB at 100', { clientId: 'mine' })
  await place('2 sell 0.5 BNB at 100')
  await place('2 sell 1.5 BNB at 100')
  await place('1 buy 1 BNB at 50')
  const all = await exchange.ordersOf(1, { limit: 10 })
  expect(all.map(({ status, filled }) => [status, plain(filled)])).toEqual([
    ['open', '0'],
    ['filled', '2'],
  ])
  const fills = await exchange.fillsOf(1, { limit: 10, orderId: idOf(buy) })
  expect(
    fills.map(({ tradeId, quantity, isMaker }) => [tradeId, plain(quantity), isMaker]),
  ).toEqual([
    [2, '1.5', true],
    [1, '0.5', true],
  ])
  expect(await exchange.countEndedOrders(2)).toBe(2)
  expect((await exchange.trades(18, { limit: 10 })).map(({ id }) => id)).toEqual([1, 2])
  expect(await exchange.ordersOf(1, { limit: 1, skip: 1 })).toMatchObject([{ clientId: 'mine' }])
})

test('a list of orders is of the moment it is asked for, whatever ends or begins while it is read', async () => {
  const { db, exchange, fund, place } = await startTestExchange()
  await fund(1, '1000 USDT')
  await fund(2, '10 BNB')
  const first = idOf(await place('1 buy 1 BNB at 50'))
  /** The list waits for this table meanwhile. */
  const list = async (table: string, meanwhile: () => Promise<unknown>) => {
    const { asked } = await db.transaction().execute(async (tx) => {
      await sql`lock table ${sql.ref(table)} in access exclusive mode`.execute(tx)
      await place('2 sell 0.1 BNB at 900')
      const orders = exchange.ordersOf(1, { fromId: 0n, limit: 10 })
      await waitForWaiting(db)
      await meanwhile()
      return { asked: orders }
    })
    return (await asked).map(({ id }) => id)
  }
  // It ends when the lists are complete.
  const cancel = () => exchange.cancel({ memberId: 1, id: first })
  expect(await list('exchange_orders_of_member', cancel)).toEqual([first])
  // The second one gets into the lists, and whoever goes on behind it has not seen the first.
  const orders: bigint[] = []
  const trade = async () => {
    await place('2 sell 1 BNB at 100')
    for (const price of [60, 100]) orders.push(idOf(await place(`1 buy 1 BNB at ${price}`)))
  }
  expect(await list('exchange_indexed', trade)).toEqual([first])
  const rest = await exchange.ordersOf(1, { fromId: first + 1n, limit: 10 })
  expect(rest.map(({ id }) => id)).toEqual(orders)
})

test('who trades much pays less: the tiers follow the volume of the last thirty days', async () => {
  const { exchange, another, endLease, fund, has, place } = await startTestExchange()
  await fund(1, '1200000 USDT')
  await fund(2, '30 BTC')
  await place('1 buy 20 BTC at 50000')
  await place('2 sell 20 BTC at 50000')
  expect(exchange.feeRates(1)).toMatchObject({ maker: 1000, taker: 1000 })
  await exchange.stop()
  await endLease()
  const next = await another('next')
  expect(next.feeRates(1)).toMatchObject({ maker: 900, taker: 1000 })
  await next.place(readOrder('1 buy 1 BTC at 50000'))
  await next.place(readOrder('2 sell 1 BTC at 50000'))
  // 20 less a thousandth, and 1 less nine ten-thousandths.
  expect(await has(1, 'BTC')).toBe('20.9791 + 0')
})

test('the exchange opens though its lists fail: who asks for them is told, until they are there', async () => {
  const { db, exchange, another, failures, fund } = await startTestExchange()
  await fund(1, '1000 USDT')
  await exchange.stop()
  await sql`alter table exchange_indexed rename to exchange_indexed_away`.execute(db)
  const next = await another('next')
  const open = await next.place(readOrder('1 buy 1 BNB at 100'))
  expect(told(open)).toBe('open 0 of 1')
  expect(next.openOrders(1)).toHaveLength(1)
  await expect(next.ordersOf(1, { limit: 10 })).rejects.toThrow('unavailable')
  await expect(next.fillsOf(1, { limit: 10 })).rejects.toThrow('unavailable')
  expect(failures.join()).toContain('exchange_indexed')
  await sql`alter table exchange_indexed_away rename to exchange_indexed`.execute(db)
  expect(await next.ordersOf(1, { limit: 10 })).toHaveLength(1)
})
