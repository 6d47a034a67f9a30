import { airdropPoolNames, airdropPools } from '@btbc/contract/airdrop-rules.ts'
import { readLaunches } from '@btbc/contract/mining.ts'
import type { Tx } from '@btbc/database/database.ts'
import { holders } from '@btbc/ledger/balances.ts'
import { wireUnits } from '@btbc/money/amount.ts'
import { currencies, type CurrencyId, getCurrency } from '@btbc/money/currency.ts'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { inHouse } from '#testing/funds.ts'
import { inTx, killed } from '#testing/kills.ts'
import { makeMember } from '#testing/members.ts'
import { ok, startTestServer, type TestServer } from '#testing/server.ts'

import { auditAirdrops } from './airdrop.audit.ts'
import { giveAirdrops } from './airdrop.give.ts'
import { giveReleased, releaseAirdrops } from './airdrop.held.ts'
import { countAirdrop, publishAirdrop, writeAirdrop } from './airdrop.publish.ts'

/**
 * Any airdrops, whose work is killed wherever it may be, in batches of any size: no unit of a budget is
 * ever anywhere else than in the reserve, with a member who is in it, or back in the pool.
 */

const FULL = process.env['BTBC_CAMPAIGN'] === '1'
const RUNS = FULL ? 60 : 5
const { BTBC, LAUNCH, POINT } = currencies

const airdrop = fc.record({
  pool: fc.constantFrom(...airdropPoolNames),
  which: fc.nat({ max: 1 }),
  units: fc.bigInt({ min: 1n, max: 50n }),
  joins: fc.nat({ max: 3 }),
  /** Who is frozen between the proposal and the batches, by number. */
  frozen: fc.array(fc.nat({ max: 5 }), { maxLength: 3 }),
  /** Whose rewards are held then, until the end. */
  held: fc.array(fc.nat({ max: 5 }), { maxLength: 3 }),
  atOnce: fc.integer({ min: 1, max: 5 }),
  /** In which of the coming transactions the connection is lost before the commit. */
  kills: fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }),
})

test(
  'budgets accepted are what is reserved, given and returned, wherever the work is killed',
  async () => {
    const server = await startTestServer()
    const at = { now: server.clock.now(), wallNow: server.clock.wallNow() }
    const members: number[] = []
    const join = async () => members.push(await inTx(server, (tx) => makeMember(tx, server)))
    await join()
    await fc.assert(
      fc.asyncProperty(airdrop, async ({ pool, which, units, joins, atOnce, kills, ...parts }) => {
        for (let n = 0; n < joins; n += 1) await join()
        const lives = kills.values()
        const work = async <Answer>(run: (tx: Tx) => Promise<Answer>): Promise<Answer> => {
          if (lives.next().value === true) await killed(server, run)
          expect(await auditAirdrops(server.db)).toEqual([])
          return await inTx(server, run)
        }
        const given: readonly number[] = airdropPools[pool]
        const currency = getCurrency(given[which % given.length] ?? 0)
        const terms = { title: 'Any', group: {}, pool, currency: currency.id }
        const request = { ...terms, amount: wireUnits(units, currency), members: members.length }
        const counted = await inTx(server, (tx) => countAirdrop(tx, { request, now: at.now }))
        expect(counted.members).toBe(members.length)
        const { id } = await work((tx) => writeAirdrop(tx, request, at.now))
        const before = await heldBy(server, currency.id)
        const inPool = await inHouse(server, `pool:${pool}`, currency.id)
        await work((tx) => publishAirdrop(tx, id, at.now))
        const leftOut = members.filter((_, n) => parts.frozen.includes(n))
        const held = members.filter((_, n) => parts.held.includes(n))
        const kept = held.filter((each) => !leftOut.includes(each))
        await setFrozen(server, leftOut)
        await setHeld(server, held)
        while ((await work((tx) => giveAirdrops(tx, at, atOnce))) > 0);
        const aside = await inHouse(server, 'reserve:airdrop', currency.id)
        expect(aside).toBe(units * BigInt(kept.length))
        // Released and held again before it was given: it waits again.
        await work((tx) => releaseAirdrops(tx, held))
        while ((await work((tx) => giveReleased(tx, at))) > 0);
        expect(await inHouse(server, 'reserve:airdrop', currency.id)).toBe(aside)
        await setHeld(server, [])
        await work((tx) => releaseAirdrops(tx, held))
        while ((await work((tx) => giveReleased(tx, at))) > 0);
        const after = await heldBy(server, currency.id)
        for (const member of members) {
          const more = leftOut.includes(member) ? 0n : units
          expect(after.get(member) ?? 0n).toBe((before.get(member) ?? 0n) + more)
        }
        const paid = units * BigInt(members.length - leftOut.length)
        expect(await inHouse(server, `pool:${pool}`, currency.id)).toBe(inPool - paid)
        for (const each of [BTBC.id, LAUNCH.id, POINT.id])
          expect(await inHouse(server, 'reserve:airdrop', each)).toBe(0n)
        await setFrozen(server, [])
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
    expect(await auditAirdrops(server.db)).toEqual([])
  },
  FULL ? 3_600_000 : 60_000,
)

/** These and nobody else. */
async function setFrozen({ db, clock }: TestServer, members: readonly number[]): Promise<void> {
  await sql`
    update member set frozen_at = case when id = any (${members}::integer[]) then ${clock.now()}::timestamptz end,
      frozen_network = case when id = any (${members}::integer[]) then '-' end`.execute(db)
}

async function setHeld({ db, clock }: TestServer, members: readonly number[]): Promise<void> {
  await sql`
    update member set rewards_held_at =
      case when id = any (${members}::integer[]) then ${clock.now()}::timestamptz end`.execute(db)
}

/** What members have where an airdrop goes, by member. */
async function heldBy({ db }: TestServer, currency: CurrencyId): Promise<Map<number, bigint>> {
  const wallet = currency === LAUNCH.id ? 'launches' : currency === POINT.id ? 'points' : 'micro'
  const { rows } = await sql<{ memberId: number; available: bigint }>`
    select member_id as "memberId", available from ${holders(wallet, currency)} holder`.execute(db)
  return new Map(rows.map(({ memberId, available }) => [memberId, available]))
}

test(
  'an airdrop to many is given by the jobs, in batches, while calls are answered',
  async () => {
    const server = await startTestServer({}, { goesOn: true })
    const ann = await server.join('ann@example.test')
    const many = FULL ? 100_000 : 600
    const now = server.clock.now()
    await sql`
      insert into member (account_number, extension_code, mail, mail_proved_at, verified_at, country, password_hash, language, joined_at)
      select 200000000 + n, 'AD' || n, n || '@many.test', ${now}::timestamptz, ${now}, 'GB', '!', 'en', ${now}
      from generate_series(1, ${many}) n`.execute(server.db)
    const terms = { title: 'Seven more', group: {}, pool: 'welcome', currency: LAUNCH.id } as const
    const request = { ...terms, amount: wireUnits(7n, LAUNCH), members: many + 1 }
    const { id } = await inTx(server, (tx) => writeAirdrop(tx, request, now))
    const accepted = performance.now()
    await inTx(server, (tx) => publishAirdrop(tx, id, now))
    const waits: number[] = []
    await expect
      .poll(
        async () => {
          const before = performance.now()
          ok(await server.call(readLaunches, {}, { as: ann }))
          waits.push(performance.now() - before)
          return await server.db.selectFrom('airdrop').select(['state', 'given']).execute()
        },
        { timeout: 600_000, interval: 200 },
      )
      .toEqual([{ state: 'ended', given: many + 1 }])
    if (!FULL) return
    const [median = 0] = waits.toSorted((a, b) => a - b).slice(waits.length / 2)
    expect(median).toBeLessThan(100)
    expect(performance.now() - accepted).toBeLessThan(60_000)
  },
  FULL ? 900_000 : 60_000,
)
