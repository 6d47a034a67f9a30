import { buyFund } from '@btbc/contract/fund.ts'
import { openLock } from '@btbc/contract/lock.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import type { EntryKind } from '@btbc/ledger/kinds.ts'
import { sumPosted } from '@btbc/ledger/posted.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { fundOpened, fundReserved } from '#modules/fund/fund.entries.ts'
import { lockOpened, lockReserved } from '#modules/lock/lock.entries.ts'
import { drain, give, inHouse } from '#testing/funds.ts'
import { payUntilKilled } from '#testing/payouts.ts'
import { newKey, startTestServer, type TestServer } from '#testing/server.ts'

import { DAY_MS } from '#platform/durations.ts'
import { makeMembers, postAll } from '#testing/earning.ts'

const { USDT } = currencies
const HOUR_S = 3600
const isCampaign = process.env['BTBC_CAMPAIGN'] === '1'
/** Contracts that fall due within one hour, half of them locks. */
const CONTRACTS = isCampaign ? 100_000 : 2000
const LIMIT_MS = 60_000

test(
  'contracts that fall due in one hour are paid once each, though who pays them is killed in the middle',
  async () => {
    const server = await startTestServer()
    await server.app.jobs.stop()
    const members = await makeMembers(server, { count: CONTRACTS / 200, coins: 2000n })
    await makeDue(server, members)
    const before = await inHouse(server, 'pool:lock', USDT.id)
    server.clock.passBusiness({ seconds: HOUR_S })
    const started = performance.now()
    for (const dieInBatch of [1, 2, 3]) expect(await payUntilKilled(server, dieInBatch)).toBe(true)
    await server.app.jobs.sweep()
    if (isCampaign) expect(performance.now() - started).toBeLessThan(LIMIT_MS)
    const posted = (kind: EntryKind) =>
      server.db.transaction().execute(async (tx) => (await sumPosted(tx, kind)).get(USDT.id))
    const half = BigInt(CONTRACTS / 2)
    expect(await posted('lock.paid')).toBe((half * UNIT) / 10n)
    // Every second lock has come to the end of its term.
    expect(await posted('lock.closed')).toBe((half / 2n) * 10n * UNIT)
    expect(await posted('fund.closed')).toBe((half * 105n * UNIT) / 10n)
    expect(await inHouse(server, 'pool:lock', USDT.id)).toBe(before)
    const told = await server.db
      .selectFrom('outbox')
      .select((row) => row.fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(told.count)).toBe((CONTRACTS * 3) / 4)
    const [first = 0] = members
    const earned = await balanceOf(server.db, memberAccount(first, 'lever', USDT.id))
    // 50 locks of 10 are over, 50 others had their first day, 100 funds are over at 5 %.
    expect(earned.available).toBe((500n + 10n + 1050n) * UNIT)
  },
  isCampaign ? 900_000 : 120_000,
)

test('of 50 members who reach for the last 30 USDT behind locks and funds exactly as many win as it covers', async () => {
  const server = await startTestServer({ rateLimits: false })
  const members = await Promise.all(
    Array.from({ length: 50 }, (_, n) => server.join(`member${n}@example.test`)),
  )
  for (const { id } of members) await give(server, id, USDT.id, 140n)
  for (const pool of ['pool:lock', 'pool:fund'] as const)
    await drain(server, pool, USDT.id, 30n * UNIT)
  const answers = await Promise.all(
    members.flatMap((as) => [
      server.call(openLock, { price: '20' }, { as }),
      server.call(buyFund, { amount: '120', day: 30 }, { as, key: newKey() }),
    ]),
  )
  const outcomes = answers.map((answer) => (answer.type === 'ok' ? 'ok' : answer.code))
  const won = (kind: number) =>
    outcomes.filter((each, at) => at % 2 === kind && each === 'ok').length
  expect([won(0), won(1)]).toEqual([5, 5])
  expect(new Set(outcomes)).toEqual(new Set(['ok', 'pool_refilling']))
  for (const kind of ['lock', 'fund'] as const) {
    expect(await inHouse(server, `pool:${kind}`, USDT.id)).toBe(0n)
    expect(await inHouse(server, `reserve:${kind}`, USDT.id)).toBe(30n * UNIT)
  }
})

/** Locks of 10 whose first day ends within the hour, and funds of 10 whose term does. */
async function makeDue(server: TestServer, members: readonly number[]): Promise<void> {
  const { clock, db } = server
  const amount = 10n * UNIT
  const startOf = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  const { rows: locks } = await sql<{ id: number; member_id: number; days: number }>`
    insert into lock_contract (member_id, amount, day_income, days, started_at, due_at)
    select (${[...members]}::integer[])[n % ${members.length} + 1], ${amount}, ${amount / 100n},
      case when n / ${members.length} % 2 = 0 then 1 else 30 end,
      at, at + interval '24 hours'
    from generate_series(0, ${CONTRACTS / 2 - 1}::integer) n,
      lateral (select ${startOf(1)}::timestamptz + n % ${HOUR_S} * interval '1 second' as at) due
    returning id, member_id, days`.execute(db)
  const { rows: funds } = await sql<{ id: number; member_id: number }>`
    insert into fund_contract
      (member_id, product_id, amount, yield, days, rate_bps, started_at, ends_at)
    select (${[...members]}::integer[])[n % ${members.length} + 1], product.id, ${amount},
      ${amount / 20n}, 30, 500, at, at + interval '720 hours'
    from generate_series(0, ${CONTRACTS / 2 - 1}::integer) n
    cross join (select id from fund_product where type = 1 and day = 30) product,
      lateral (select ${startOf(30)}::timestamptz + n % ${HOUR_S} * interval '1 second' as at) due
    returning id, member_id`.execute(db)
  const now = clock.now()
  await postAll(server, [
    ...locks.flatMap(({ id, member_id: memberId, days }) => {
      const lock = { id, memberId, amount, dayIncome: amount / 100n }
      return [lockReserved(lock, days, now), lockOpened(lock, now)]
    }),
    ...funds.flatMap(({ id, member_id: memberId }) => {
      const fund = { id, memberId, amount, yield: amount / 20n }
      return [fundReserved(fund, now), fundOpened(fund, now)]
    }),
  ])
}
