import { buyFund, listFundOffers, listFunds, payFund, releaseFund } from '@btbc/contract/fund.ts'
import { readSolvency } from '@btbc/contract/solvency.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { drain, give, inHouse } from '#testing/funds.ts'
import {
  newKey,
  ok,
  refusal,
  startTestServer,
  type TestMember,
  type TestServer,
} from '#testing/server.ts'

import { buyFund as sellFund } from './fund.ts'

const { USDT } = currencies

test('a fund sets its yield aside when it is bought and pays it with the amount at maturity, once', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const as = alice
  await give(server, alice.id, USDT.id, 1000n)
  const funds = ok(await server.call(listFundOffers, {}, { as }))
  expect(
    funds.map(({ type, day, rate, min, mzx, enable, is_open }) => [
      type,
      day,
      rate,
      min,
      mzx,
      enable,
      is_open,
    ]),
  ).toEqual([
    [1, 7, '1', '5.00000000', '5000.00000000', true, true],
    [1, 30, '5', '5.00000000', '5000.00000000', true, true],
    [1, 90, '18', '5.00000000', '5000.00000000', true, true],
  ])
  expect(funds[2]?.covered).toBe('166666.66666672')

  const bought = { amount: '100.00000007', day: 30, payout: '105.00000007' }
  const { id, fetch_time } = ok(await server.call(buyFund, bought, { as }))
  expect(fetch_time).toBe('2026-03-31T12:00:00.000Z')
  ok(await server.call(buyFund, { amount: '200', day: 7 }, { as }))
  expect(await inHouse(server, 'reserve:fund', USDT.id)).toBe(7n * UNIT)
  expect(await spot(server, alice.id)).toEqual({
    available: 700n * UNIT - 7n,
    held: 300n * UNIT + 7n,
  })
  const all = ok(await server.call(listFunds, { status: -1 }, { as }))
  expect(all.list[1]).toMatchObject({
    id,
    amount: '100.00000007',
    days: 30,
    rate: '5',
    status: 0,
    payout: '105.00000007',
    fetch_time,
  })
  // The next page by its key is the second of the seeds.
  const [newest] = all.list
  const next = { before: newest?.id ?? 0, limit: 1 }
  for (const request of [next, { ...next, page: 9 }, { page: 2, limit: 1 }])
    expect(ok(await server.call(listFunds, request, { as })).list).toEqual(all.list.slice(1))

  server.clock.passBusiness({ days: 29, hours: 23, minutes: 59, seconds: 59 })
  await server.app.jobs.sweep()
  expect(await earned(server, alice.id)).toBe(202n * UNIT)
  expect(ok(await server.call(listFunds, { status: 0 }, { as })).total).toBe(1)
  server.clock.passBusiness({ days: 400 })
  await server.app.jobs.sweep()
  expect(await earned(server, alice.id)).toBe(307n * UNIT + 7n)
  expect(await inHouse(server, 'reserve:fund', USDT.id)).toBe(0n)
  expect(ok(await server.call(listFunds, { status: 1 }, { as })).total).toBe(2)
  expect(ok(await server.call(listFunds, { status: 2 }, { as })).total).toBe(0)
  const books = ok(await server.call(readSolvency)).currencies
  expect(books.find((each) => each.currency === USDT.id)?.agrees).toBe(true)
})

test('what cannot be bought is refused in its own words, and nothing is held or set aside', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const as = alice
  await give(server, alice.id, USDT.id, 50n)
  const refused = async (request: object) =>
    refusal(await server.call(buyFund, request, { as, key: newKey() }))
  expect(await refused({ day: 7 })).toBe('amount_required')
  expect(await refused({ day: 7, amount: '0' })).toBe('amount_required')
  expect(await refused({ day: 7, amount: '-5' })).toBe('invalid_request')
  expect(await refused({ day: 7, amount: '5.1234567890123456789' })).toBe('invalid_request')
  expect(await refused({ day: 7, amount: '5000.00000001' })).toBe('fund_maximum')
  expect(await refused({ day: 7, amount: '50.00000001' })).toBe('insufficient_balance')
  expect(await refused({ day: 8, amount: '10' })).toBe('fund_not_found')
  expect(await refused({ day: 7, type: 2, amount: '10' })).toBe('fund_not_found')
  expect(await refused({ day: 7, amount: '10', payout: '10.2' })).toBe('terms_changed')
  const below = await server.call(buyFund, { day: 7, amount: '4.99' }, { as })
  expect(below).toMatchObject({ code: 'fund_minimum', message: 'you need input min5$' })
  const change = (values: { enabled?: boolean; starts_at?: Date; rate_bps?: number }) =>
    server.db.updateTable('fund_terms').set(values).where('product_id', '=', 1).execute()
  await change({ starts_at: new Date(server.clock.now().getTime() + 1) })
  expect(await refused({ day: 7, amount: '10' })).toBe('fund_not_open')
  await change({ enabled: false })
  expect(await refused({ day: 7, amount: '10' })).toBe('fund_closed')
  // 0.5 in the pool cover 10 USDT at 5 %, and the list says so before it is asked for.
  await drain(server, 'pool:fund', USDT.id, UNIT / 2n)
  const [, month] = ok(await server.call(listFundOffers, { type: 1 }, { as }))
  expect(month).toMatchObject({ reserve_left: '0.50000000', covered: '10.00000019' })
  expect(await refused({ day: 30, amount: '10.0000002' })).toBe('pool_refilling')
  expect(await spot(server, alice.id)).toEqual({ available: 50n * UNIT, held: 0n })
  expect(await inHouse(server, 'reserve:fund', USDT.id)).toBe(0n)
  const once = { day: 30, amount: '10' }
  // What is set aside without money is kept from others, so somebody has to stand behind the account.
  const { db } = server
  await db.updateTable('member').set({ verified_at: null }).where('id', '=', alice.id).execute()
  expect(await refused({ day: 30, amount: '10', pay_later: 1 })).toBe('not_verified')
  ok(await server.call(buyFund, once, { as, key: 'once' }))
  ok(await server.call(buyFund, once, { as, key: 'once' }))
  expect(ok(await server.call(listFunds, {}, { as })).total).toBe(1)
})

test('a purchase can be set aside for 30 minutes: paid within them it runs, after them its yield is back in the pool', async () => {
  const server = await startTestServer()
  await server.app.jobs.stop()
  const alice = await server.join('alice@example.test')
  const bob = await server.join('bob@example.test')
  const as = alice
  const later = { day: 30, amount: '100', payout: '105', pay_later: 1 }
  const pool = () => inHouse(server, 'pool:fund', USDT.id)
  const full = await pool()
  const { id } = ok(await server.call(buyFund, later, { as, key: 'once' }))
  expect(ok(await server.call(buyFund, later, { as, key: 'once' })).id).toBe(id)
  expect(await inHouse(server, 'reserve:fund', USDT.id)).toBe(5n * UNIT)
  const waiting = ok(await server.call(listFunds, { status: 2 }, { as }))
  expect(waiting.list).toMatchObject([
    { id, status: 2, type: 1, pay_by: '2026-03-01T12:30:00.000Z' },
  ])
  // One at a time; nobody else pays it or lets it go; without the money it stays as it is.
  const refused = async (call: typeof payFund | typeof releaseFund, who = alice) =>
    refusal(await server.call(call, { id }, { as: who, key: newKey() }))
  expect(refusal(await server.call(buyFund, later, { as, key: newKey() }))).toBe('fund_awaiting')
  expect(await refused(payFund, bob)).toBe('fund_not_found')
  expect(await refused(releaseFund, bob)).toBe('fund_not_found')
  expect(await refused(payFund)).toBe('insufficient_balance')

  await give(server, alice.id, USDT.id, 100n)
  await server.pass({ minutes: 29, seconds: 59 })
  // When it would end if it were paid now is when it ends.
  expect(ok(await server.call(listFunds, { status: 2 }, { as })).list).toMatchObject([
    { id, fetch_time: '2026-03-31T12:29:59.000Z' },
  ])
  const paid = ok(await server.call(payFund, { id }, { as }))
  expect(paid.fetch_time).toBe('2026-03-31T12:29:59.000Z')
  expect(await spot(server, alice.id)).toEqual({ available: 0n, held: 100n * UNIT })
  expect(await refused(payFund)).toBe('fund_not_awaiting')
  expect(await refused(releaseFund)).toBe('fund_not_awaiting')

  // Let go or not paid in time, it is nobody's any more, and there is none again for a day.
  const second = ok(await server.call(buyFund, later, { as, key: newKey() }))
  ok(await server.call(releaseFund, { id: second.id }, { as }))
  const again = () => server.call(buyFund, later, { as, key: newKey() })
  expect(await again()).toMatchObject({
    code: 'fund_set_aside_lately',
    details: { until: '2026-03-02T12:29:59.000Z' },
  })
  await server.pass({ hours: 24 })
  const third = ok(await again())
  // What nobody could pay in, since the house stood still, is not counted.
  server.clock.pass({ minutes: 40 })
  await server.app.jobs.sweep()
  expect(ok(await server.call(listFunds, { status: 2 }, { as })).list).toMatchObject([
    { id: third.id, pay_by: '2026-03-02T13:39:59.000Z' },
  ])
  server.clock.passBusiness({ minutes: 30 })
  const late = await server.call(payFund, { id: third.id }, { as, key: newKey() })
  expect(refusal(late)).toBe('fund_not_awaiting')
  await server.app.jobs.sweep()
  expect(await inHouse(server, 'reserve:fund', USDT.id)).toBe(5n * UNIT)
  expect(ok(await server.call(listFunds, {}, { as })).total).toBe(1)
  server.clock.passBusiness({ days: 30 })
  await server.app.jobs.sweep()
  expect(await earned(server, alice.id)).toBe(105n * UNIT)
  expect(await pool()).toBe(full - 5n * UNIT)
})

async function spot(server: TestServer, memberId: number) {
  return await balanceOf(server.db, memberAccount(memberId, 'change', USDT.id))
}

async function earned(server: TestServer, memberId: number): Promise<bigint> {
  return (await balanceOf(server.db, memberAccount(memberId, 'lever', USDT.id))).available
}

test('whoever cannot pay keeps nobody from the pool', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const eve = await server.join('eve@example.test')
  await give(server, alice.id, USDT.id, 150n)
  const asked = { memberId: alice.id, type: 1, day: 30, amount: 100n * UNIT }
  // While one purchase has hold of the pool, those who have no money hear so at once.
  await server.db.transaction().execute(async (tx) => {
    const now = server.clock.now()
    await sellFund(tx, { ...asked, shown: undefined, paysLater: false, now })
    const refused = await server.call(buyFund, { amount: '100', day: 30 }, { as: eve })
    expect(refusal(refused)).toBe('insufficient_balance')
  })
})

test('one member has a tenth of the pool of funds at the most, what waits for its payment included', async () => {
  const server = await startTestServer()
  const rich = await server.join('rich@example.test')
  const bob = await server.join('bob@example.test')
  for (const { id } of [rich, bob]) await give(server, id, USDT.id, 20_000n)
  await drain(server, 'pool:fund', USDT.id, 6000n * UNIT)
  const buy = async (as: TestMember, amount: string, later = 0) =>
    await server.call(buyFund, { amount, day: 90, pay_later: later }, { as, key: newKey() })
  expect(refusal(await buy(rich, '3333.34'))).toBe('pool_share_held')
  ok(await buy(rich, '1000', 1))
  const refused = await buy(rich, '2333.34')
  expect(refused).toMatchObject({ message: expect.stringContaining('2,333.33333338 USDT') })
  ok(await buy(rich, '2333.33'))
  ok(await buy(bob, '3000'))
})
