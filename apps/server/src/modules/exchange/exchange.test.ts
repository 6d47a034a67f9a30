import { houseAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { auditTrades } from './exchange.audit.ts'
import { readOrder, startTestExchange, told, units } from '#testing/exchange.ts'

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

test('nobody trades with themselves: the newer order is cancelled', async () => {
  const { fund, has, place } = await startTestExchange()
  await fund(1, '100000 USDT')
  await fund(1, '10 BTC')
  await place('1 sell 0.1 BTC at 50000')
  expect(told(await place('1 buy 0.2 BTC at 50000'))).toBe('prevented 0 of 0.2')
  expect(await has(1, 'USDT')).toBe('100000 + 0')
  expect(await has(1, 'BTC')).toBe('9.9 + 0.1')
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
