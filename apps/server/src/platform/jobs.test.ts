import { setTimeout as pause } from 'node:timers/promises'

import { readProfile } from '@btbc/contract/account.ts'
import { placeBuy } from '@btbc/contract/exchange.ts'
import { startRun } from '@btbc/contract/mining.ts'
import { requestWithdrawal } from '@btbc/contract/withdrawal.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import { countStatements } from '@btbc/database/testing.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { openGateway } from '#payment-provider/gateway.ts'
import { give } from '#testing/funds.ts'
import { TEST_KEY } from '#testing/gateway.ts'
import { acceptIdentity } from '#testing/identity.ts'
import { startMuteServer } from '#testing/outsiders.ts'
import { ok, startTestServer } from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'

import { DAY_MS, MINUTE_MS } from './durations.ts'
import { startJobs } from './jobs.ts'

const { BTC, USDT } = currencies
const OUTSIDE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('a mail server and a payment provider that say nothing hold up no run, no quote and no withdrawal', async () => {
  const mail = await startMuteServer()
  const provider = await startMuteServer()
  const url = `http://${provider.address}`
  const gateway = openGateway({ url, innerUrl: url, key: TEST_KEY })
  const settings = { mailUrl: `smtp://${mail.address}`, liquidity: true, rateLimits: false }
  const server = await startTestServer(settings, { gateway, goesOn: true })
  const ada = await server.join('ada@example.test')
  await acceptIdentity(server, ada)
  await give(server, ada.id, USDT.id, 50_000n)
  ok(await server.call(startRun, {}, { as: ada, method: 'GET' }))
  const asked = { currency: USDT.id as number, address: OUTSIDE, number: '100' }
  const proof = await stepUp(server, ada, 'withdraw', { ...asked, currency: `${asked.currency}` })
  ok(await server.call(requestWithdrawal, { ...asked, proof }, { as: ada }))
  await expect.poll(mail.waiting).toBeGreaterThan(0)
  await expect.poll(provider.waiting).toBeGreaterThan(0)

  const run = () => server.db.selectFrom('run').select('state').executeTakeFirst()
  const withdrawal = () => server.db.selectFrom('withdrawal').select('state').executeTakeFirst()
  const asks = () => server.app.exchange.depth(BTC.id, 20).asks.length
  const refills = () => server.db.selectFrom('emission_refill').select('day').execute()
  // Of this day: a chore that had begun it would book it after what is of the next.
  await expect.poll(refills).toHaveLength(1)
  server.clock.passBusiness({ hours: 24 })
  const buy = { legal_id: 3, currency_id: BTC.id, price: '', num: '0.1', mode: 1 } as const
  expect(ok(await server.call(placeBuy, buy, { as: ada })).status).toBe('filled')
  // Sooner than anybody gives up on those who say nothing: then all of it goes on in any case.
  const sooner = { timeout: 7000 }
  await expect.poll(run, sooner).toEqual({ state: 'closed' })
  await expect.poll(withdrawal, sooner).toEqual({ state: 'approved' })
  await expect.poll(asks, sooner).toBe(10)
  await server.app.jobs.sweep()
  const sent = server.db.selectFrom('outbox').select('id').where('sent_at', 'is not', null)
  expect(await sent.execute()).toEqual([])
})

test('what need not be looked at each second is not, but whoever asks for a sweep has it done', async () => {
  const { db, clock } = await startTestServer()
  const looks: string[] = []
  const looksOf = (name: string) => looks.filter((each) => each === name).length
  const sweepOf = (name: string) => ({
    name,
    async run() {
      looks.push(name)
      return 0
    },
  })
  const failures: unknown[] = []
  const jobs = startJobs({
    db,
    clock,
    log: { error: (failure: unknown) => void failures.push(failure) },
    sweeps: [sweepOf('often'), { ...sweepOf('seldom'), everyMs: MINUTE_MS }],
    chores: [],
    outside: [],
  })
  await expect.poll(() => looksOf('often')).toBeGreaterThan(2)
  expect(looksOf('seldom')).toBe(1)
  await jobs.sweep()
  expect(looksOf('seldom')).toBe(2)
  await jobs.stop()
  expect(failures).toEqual([])
})

test('a chore is done as often as it says, rests after work, and goes on at once when more waits or it failed', async () => {
  const { db, clock } = await startTestServer()
  const runs: string[] = []
  const runsOf = (name: string) => runs.filter((each) => each === name).length
  const choreOf = (name: string, work: () => Promise<unknown> = async () => undefined) => ({
    name,
    run: async () => {
      runs.push(name)
      return await work()
    },
  })
  const failing = async () => {
    if (runsOf('fails') === 1) throw new Error('once')
  }
  const failures: unknown[] = []
  const jobs = startJobs({
    db,
    clock,
    log: { error: (failure: unknown) => void failures.push(failure) },
    sweeps: [],
    chores: [
      { ...choreOf('seldom'), everyMs: MINUTE_MS },
      { ...choreOf('again', async () => 'again'), everyMs: MINUTE_MS },
      { ...choreOf('fails', failing), everyMs: MINUTE_MS },
      { ...choreOf('rests', () => pause(50)), restPerWork: 10_000 },
    ],
    outside: [choreOf('often')],
  })
  await expect.poll(() => Math.min(runsOf('often'), runsOf('again'))).toBeGreaterThan(3)
  expect(['seldom', 'fails', 'rests'].map(runsOf)).toEqual([1, 2, 1])
  expect(failures).toHaveLength(1)
  await jobs.stop()
})

test('a wall that is a year ahead for a while makes nobody forgotten, and nothing that is being sent due again', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  server.clock.setWall(365 * DAY_MS)
  const due_at = new Date(server.clock.wallNow().getTime() + 2 * MINUTE_MS)
  await server.db.updateTable('outbox').set({ due_at }).execute()
  await server.app.jobs.sweep()
  expect(await server.db.selectFrom('outbox').select('due_at').execute()).toEqual([{ due_at }])
  server.clock.setWall(-365 * DAY_MS)
  ok(await server.call(readProfile, {}, { as: ada }))
})

const SILENT = { error: (about: unknown) => expect.unreachable(String(about)) }

/** Things that are due by their names, and a sweep for each of these that does it and makes others due. */
async function openDue(db: Db) {
  await sql`create table due (name text); create table done (name text, by_whom xid8)`.execute(db)
  const done: string[] = []
  return {
    done,
    make: (name: string) => sql`insert into due values (${name})`.execute(db),
    sweepOf: (name: string, follows?: string) => ({
      name,
      async run(tx: Tx) {
        const { rows } = await sql`delete from due where name = ${name} returning name`.execute(tx)
        if (rows.length === 0) return 0
        done.push(name)
        await sql`insert into done values (${name}, pg_current_xact_id())`.execute(tx)
        if (follows !== undefined) await sql`insert into due values (${follows})`.execute(tx)
        return rows.length
      },
    }),
    transactions: async () => {
      const { rows } = await sql<{ name: string; by_whom: string }>`
        select name, by_whom::text from done order by by_whom::text::bigint`.execute(db)
      return rows
    },
  }
}

test('where nothing is due all look in one transaction, and what is due is done in one of its own', async () => {
  const { db, clock } = await startTestServer()
  const { done, make, sweepOf, transactions } = await openDue(db)
  const sweeps = [sweepOf('a'), sweepOf('b', 'd'), sweepOf('c'), sweepOf('d', 'a'), sweepOf('e')]
  const jobs = startJobs({ db, clock, log: SILENT, sweeps, chores: [], outside: [], isIdle: true })
  expect(await countStatements(() => jobs.sweep(), 'begin')).toBe(1)
  await make('b')
  await make('e')
  await jobs.sweep()
  // What one makes due for another that comes after it is done with it, though that one had looked before.
  expect(done).toEqual(['b', 'd', 'e'])
  const ended = await transactions()
  expect(ended.map(({ name }) => name)).toEqual(done)
  expect(new Set(ended.map(({ by_whom: by }) => by)).size).toBe(done.length)
  await jobs.sweep()
  expect(done).toEqual(['b', 'd', 'e', 'a'])
  await jobs.stop()
})

test('a house in which nothing is due looks in one transaction, with members, quotes and agents', async () => {
  const { app } = await startTestServer({ sample: true, liquidity: true })
  for (let time = 0; time < 3; time += 1) await app.jobs.sweep()
  expect(await countStatements(() => app.jobs.sweep(), 'begin')).toBe(1)
})

test('a sweep that fails while all look keeps no other from what is due, and is named', async () => {
  const { db, clock } = await startTestServer()
  const { done, make, sweepOf } = await openDue(db)
  const failing = {
    name: 'fails',
    run: async (tx: Tx) => (await sql`select 1 / 0`.execute(tx)).rows.length,
  }
  const failed: unknown[] = []
  const log = { error: (about: unknown) => void failed.push((about as { job: string }).job) }
  const sweeps = [sweepOf('a'), failing, sweepOf('b'), sweepOf('c')]
  const jobs = startJobs({ db, clock, log, sweeps, chores: [], outside: [] })
  await expect.poll(() => failed.length).toBeGreaterThan(0)
  await make('c')
  await make('a')
  await expect.poll(() => done.toSorted()).toEqual(['a', 'c'])
  await expect.poll(() => failed.length).toBeGreaterThan(2)
  expect(new Set(failed)).toEqual(new Set(['fails']))
  await jobs.stop()
})

test('a sweep that reads what is not due is run each time, and what it writes down stays', async () => {
  const { db, clock } = await startTestServer()
  const { make, sweepOf, transactions } = await openDue(db)
  const counting = {
    name: 'counts',
    async run(tx: Tx) {
      await sql`select count(*) from due`.execute(tx)
      await sql`insert into done values ('counted', pg_current_xact_id())`.execute(tx)
      return 0
    },
  }
  const sweeps = [sweepOf('a'), counting, sweepOf('b')]
  const jobs = startJobs({ db, clock, log: SILENT, sweeps, chores: [], outside: [], isIdle: true })
  await jobs.sweep()
  await make('b')
  await jobs.sweep()
  const ended = await transactions()
  expect(ended.map(({ name }) => name)).toEqual(['counted', 'counted', 'b'])
  await jobs.stop()
})
