import { exitLock, listLocks, openLock, readLockExit } from '@btbc/contract/lock.ts'
import { listRecords } from '@btbc/contract/mining.ts'
import { readSolvency } from '@btbc/contract/solvency.ts'
import { explainBalance } from '@btbc/contract/wallet.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { plainAmount, UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { lockMember } from '#modules/account/index.ts'
import { drain, give, inHouse } from '#testing/funds.ts'
import {
  newKey,
  ok,
  refusal,
  startTestServer,
  type TestMember,
  type TestServer,
} from '#testing/server.ts'
import { settle } from '#testing/settings.ts'
import { countHeldUp, holdOpen } from '#testing/waiting.ts'

import { payDueLocks } from './lock.pay.ts'
import { buyLock } from './lock.ts'

const { USDT } = currencies
const PLAN = { amount: '100.00000000', day_income: '1.00000000', plan_income: '30.00000000' }

test('a lock of 100 USDT gives exactly 130.00 back over 30 days, each day paid once, though the server was down on days 3 to 6 and a payout was cut off', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const as = alice
  await give(server, alice.id, USDT.id, 150n)
  await server.app.jobs.stop()
  const bought = ok(await server.call(openLock, { price: '100', plan_income: '30' }, { as }))
  const { id } = bought
  expect(bought).toEqual({
    id,
    next_at: '2026-03-02T12:00:00.000Z',
    ends_at: '2026-03-31T12:00:00.000Z',
  })
  expect(await wallets(server, alice.id)).toEqual({ spot: '50', held: '100', earn: '0' })
  expect(await inHouse(server, 'reserve:lock', USDT.id)).toBe(30n * UNIT)
  const first = ok(await server.call(listLocks, {}, { as }))
  expect(first).toMatchObject({
    fil_wallet: '50.00000000',
    incomde_rate: '1',
    run_num: 1,
    next_income: '1.00000000',
    plan_income: '30.00000000',
    history_income: '0.00000000',
    available_reserve: '299970.00000000',
  })
  expect(first.orders).toMatchObject([{ ...bought, ...PLAN, time_left: 30 * 86_400, days_paid: 0 }])
  expect(first.end_time).toBe(first.orders[0]?.ends_at)

  await pass(server, { hours: 23, minutes: 59, seconds: 59 })
  expect(await earned(server, alice.id)).toBe('0')
  await pass(server, { seconds: 1 })
  await pass(server, { days: 1 })
  expect(await earned(server, alice.id)).toBe('2')
  server.clock.passBusiness({ days: 4 })
  await expect(
    server.db.transaction().execute(async (tx) => {
      await payDueLocks(tx, { now: server.clock.now(), wallNow: server.clock.wallNow() })
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  expect(await earned(server, alice.id)).toBe('2')
  await pass(server, { seconds: 0 })
  expect(await earned(server, alice.id)).toBe('6')
  await pass(server, { days: 1 })
  await pass(server, { days: 22 })
  expect(await wallets(server, alice.id)).toEqual({ spot: '50', held: '100', earn: '29' })
  expect(await inHouse(server, 'reserve:lock', USDT.id)).toBe(UNIT)
  await pass(server, { days: 400 })
  expect(await wallets(server, alice.id)).toEqual({ spot: '50', held: '0', earn: '130' })
  expect(await inHouse(server, 'reserve:lock', USDT.id)).toBe(0n)

  const { data } = ok(await server.call(listRecords, { t: 2, limit: 100, page: 1 }, { as }))
  expect(data.filter((line) => line.kind === 'lock.paid')).toHaveLength(30)
  const statement = { wallet: 'lever' as const, currency: USDT.id }
  const explained = ok(await server.call(explainBalance, statement, { as }))
  expect(explained.groups.map(({ kind, count, available }) => [kind, count, available])).toEqual([
    ['lock.closed', 1, '100.00000000'],
    ['lock.paid', 30, '30.00000000'],
  ])
  const after = ok(await server.call(listLocks, {}, { as }))
  expect(after).toMatchObject({ orders: [], run_num: 0, end_time: null, next_at: null })
  expect(after.history_income).toBe('30.00000000')
  const mails = await server.db.selectFrom('outbox').select('text').orderBy('id').execute()
  expect(mails.at(-1)?.text).toContain(' 100.00 USDT')
})

test('what cannot be locked is refused in its own words, and nothing is held or set aside', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const as = alice
  await give(server, alice.id, USDT.id, 150n)
  const refused = async (request: { price?: string; plan_income?: string }) =>
    refusal(await server.call(openLock, request, { as, key: newKey() }))
  expect(await refused({})).toBe('lock_amount_required')
  expect(await refused({ price: '0' })).toBe('lock_amount_required')
  expect(await refused({ price: '-1' })).toBe('invalid_request')
  expect(await refused({ price: '1.1234567890123456789' })).toBe('invalid_request')
  expect(await refused({ price: '0.99999999' })).toBe('lock_minimum')
  expect(await refused({ price: '150.00000001' })).toBe('insufficient_balance')
  expect(await refused({ price: '100', plan_income: '29.99999999' })).toBe('terms_changed')
  expect(
    await server.call(openLock, { price: '' }, { as, key: newKey(), language: 'zh' }),
  ).toMatchObject({ message: '请输入要投入的USDT数量' })
  // 29 in the pool cover no lock of 100, and the plan says so before it is asked for.
  await drain(server, 'pool:lock', USDT.id, 29n * UNIT)
  const { available_reserve: left, covered } = ok(await server.call(listLocks, {}, { as }))
  expect([left, covered]).toEqual(['29.00000000', '96.66666699'])
  expect(await refused({ price: '100' })).toBe('pool_refilling')
  expect(await refused({ price: '96.666667' })).toBe('pool_refilling')
  expect(await wallets(server, alice.id)).toEqual({ spot: '150', held: '0', earn: '0' })
  expect(await inHouse(server, 'reserve:lock', USDT.id)).toBe(0n)
  // All there is can be locked, and the same request under one key is one lock.
  ok(await server.call(openLock, { price: covered }, { as, key: 'once' }))
  ok(await server.call(openLock, { price: covered }, { as, key: 'once' }))
  expect(ok(await server.call(listLocks, {}, { as })).run_num).toBe(1)
})

test('a lock can be ended after 24 hours: the amount comes back, the days to come do not', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const bob = await server.join('bob@example.test')
  const as = alice
  await give(server, alice.id, USDT.id, 100n)
  const { id } = ok(await server.call(openLock, { price: '100' }, { as }))
  const early = await server.call(readLockExit, { id }, { as })
  expect(refusal(early)).toBe('lock_too_early')
  const at = { as, language: 'en', headers: { 'time-zone': 'Asia/Dhaka' } } as const
  expect(await server.call(readLockExit, { id }, at)).toMatchObject({
    message: expect.stringContaining('For this one that is Mar 2, 2026, 6:00 PM GMT+6.'),
    details: { until: '2026-03-02T12:00:00.000Z' },
  })
  await pass(server, { hours: 23, minutes: 59, seconds: 59 })
  expect(refusal(await server.call(exitLock, { id }, { as }))).toBe('lock_too_early')
  for (const path of [exitLock, readLockExit] as const)
    expect(refusal(await server.call(path, { id }, { as: bob }))).toBe('lock_not_found')

  // The third day is over before anybody swept it.
  server.clock.passBusiness({ days: 2, seconds: 1 })
  const shown = ok(await server.call(readLockExit, { id }, { as }))
  expect(shown).toEqual({
    principal: '100.00000000',
    paid: '3.00000000',
    forfeited: '27.00000000',
  })
  const other = { id, forfeited: '28' }
  expect(refusal(await server.call(exitLock, other, { as }))).toBe('terms_changed')
  const exit = { id, forfeited: shown.forfeited }
  expect(ok(await server.call(exitLock, exit, { as }))).toEqual(shown)
  expect(refusal(await server.call(exitLock, exit, { as, key: newKey() }))).toBe('lock_ended')
  expect(await wallets(server, alice.id)).toEqual({ spot: '0', held: '0', earn: '103' })
  expect(await inHouse(server, 'reserve:lock', USDT.id)).toBe(0n)
  expect(await inHouse(server, 'pool:lock', USDT.id)).toBe(299_997n * UNIT)
  await pass(server, { days: 400 })
  expect(await earned(server, alice.id)).toBe('103')
  const { currencies: books } = ok(await server.call(readSolvency))
  expect(books.find((each) => each.currency === USDT.id)).toMatchObject({ agrees: true })
})

test('an early end that waited while a day was paid forfeits what is left then', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const as = alice
  await give(server, alice.id, USDT.id, 200n)
  const lock = async () =>
    ok(await server.call(openLock, { price: '100' }, { as, key: newKey() })).id
  const [first, second] = [await lock(), await lock()]
  await pass(server, { days: 1, hours: 23, minutes: 59, seconds: 59 })
  const letGo = await holdOpen(server, (tx) => lockMember(tx, alice.id))
  const exit = (id: number, forfeited?: string) =>
    server.call(exitLock, { id, ...(forfeited && { forfeited }) }, { as, key: newKey() })
  // Both ask within the second day, and wait until it is over and paid.
  const [shown, unseen] = [exit(first, '29'), exit(second)]
  await expect.poll(() => countHeldUp(server)).toBe(2)
  await pass(server, { seconds: 1 })
  await letGo()
  expect(refusal(await shown)).toBe('terms_changed')
  expect(ok(await unseen)).toMatchObject({ paid: '2.00000000', forfeited: '28.00000000' })
  expect(await inHouse(server, 'reserve:lock', USDT.id)).toBe(28n * UNIT)
})

/** Days of business alone: sessions are not a month old afterwards. */
async function pass(server: TestServer, time: Parameters<TestServer['pass']>[0]): Promise<void> {
  server.clock.passBusiness(time)
  await server.app.jobs.sweep()
}

async function wallets(server: TestServer, memberId: number) {
  const spot = await balanceOf(server.db, memberAccount(memberId, 'change', USDT.id))
  return {
    spot: plainAmount(spot.available),
    held: plainAmount(spot.held),
    earn: await earned(server, memberId),
  }
}

async function earned(server: TestServer, memberId: number): Promise<string> {
  return plainAmount(
    (await balanceOf(server.db, memberAccount(memberId, 'lever', USDT.id))).available,
  )
}

test('whoever cannot pay keeps nobody from the pool', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const eve = await server.join('eve@example.test')
  await give(server, alice.id, USDT.id, 150n)
  const order = { memberId: alice.id, amount: 100n * UNIT, shown: undefined }
  // While one purchase has hold of the pool, those who have no money hear so at once.
  await server.db.transaction().execute(async (tx) => {
    await buyLock(tx, { ...order, now: server.clock.now() })
    const refused = await server.call(openLock, { price: '100' }, { as: eve })
    expect(refusal(refused)).toBe('insufficient_balance')
  })
})

test('a rich member has a tenth of the pool at the most, and gives back what they leave', async () => {
  const server = await startTestServer()
  const rich = await server.join('rich@example.test')
  const bob = await server.join('bob@example.test')
  for (const { id } of [rich, bob]) await give(server, id, USDT.id, 100_000n)
  await drain(server, 'pool:lock', USDT.id, 10_000n * UNIT)
  const lock = async (as: TestMember, price: string) =>
    await server.call(openLock, { price }, { as, key: newKey() })
  const coveredFor = async (as: TestMember) => ok(await server.call(listLocks, {}, { as })).covered

  expect(refusal(await lock(rich, '3334'))).toBe('pool_share_held')
  const { id } = ok(await lock(rich, '3000'))
  expect(await coveredFor(rich)).toBe('333.33333399')
  const refused = await lock(rich, '333.33333400')
  expect(refused).toMatchObject({ message: expect.stringContaining('333.33333399 USDT') })
  ok(await lock(rich, '333.33333399'))
  expect(await coveredFor(rich)).toBe('0.00000099')
  // What is left is there for others, and as large a part of it for each.
  expect(await coveredFor(bob)).toBe('3000.00000099')
  ok(await lock(bob, '3000'))

  server.clock.passBusiness({ days: 2 })
  ok(await server.call(exitLock, { id }, { as: rich }))
  ok(await lock(rich, '2500'))
})

test('what one member may have of the pool is set by two operators, and a little is had in any case', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  await give(server, alice.id, USDT.id, 1000n)
  await settle(server, 'lock.share', { share: '1', least: '30' })
  await drain(server, 'pool:lock', USDT.id, 1000n * UNIT)
  const lock = async (price: string) =>
    await server.call(openLock, { price }, { as: alice, key: newKey() })
  expect(refusal(await lock('100.0001'))).toBe('pool_share_held')
  ok(await lock('100'))
  expect(refusal(await lock('1'))).toBe('pool_share_held')
})
