import { calls, type CallName } from '@btbc/contract/calls.ts'
import type { Endpoint } from '@btbc/contract/endpoint.ts'
import { startRun } from '@btbc/contract/mining.ts'
import { claimOutput } from '@btbc/contract/rewards.ts'
import type { Db } from '@btbc/database/database.ts'
import { countStatements, createTestDatabase } from '@btbc/database/testing.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { ok, startTestServer } from '#testing/server.ts'

/**
 * How often a read that Home is made of asks the database. Whoever makes one ask more often has to
 * say so here.
 */
const allowed = {
  readProfile: 2,
  listWallets: 1,
  readTeam: 3,
  readOutput: 1,
  listRecords: 2,
  readLaunches: 1,
  listMachines: 2,
  readHomeContent: 1,
  readHome: 8,
} as const satisfies Partial<Record<CallName, number>>

/** What goes on beside the calls asks now and then, too: the fewest of some looks is the call's own. */
const LOOKS = 8

test('the reads of Home ask the database no more often than they are allowed to', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  ok(await server.call(startRun, {}, { as: alice }))
  await server.app.jobs.stop()
  const trips: Record<string, number> = {}
  for (const name of Object.keys(allowed) as (keyof typeof allowed)[]) {
    const call: Endpoint = calls[name]
    const counted: number[] = []
    for (let look = 0; look < LOOKS; look += 1) {
      counted.push(
        await countStatements(async () => ok(await server.call(call, {}, { as: alice }))),
      )
    }
    trips[name] = Math.min(...counted)
  }
  expect(trips).toEqual(allowed)
})

/** PostgreSQL plans so often with the values at hand before it looks whether a plan without is as good. */
const PLANS_TRIED = 5
const LOOKS_FOR_PLANS = 30

test('what the reads of Home ask is planned once, and not whenever few ask', async () => {
  const database = await createTestDatabase()
  const server = await startTestServer(
    { rateLimits: false },
    { left: { database, at: '2026-03-01T10:00:00Z' } },
  )
  const alice = await server.join('alice@example.test')
  ok(await server.call(startRun, {}, { as: alice }))
  await server.app.jobs.stop()
  for (const name of Object.keys(allowed) as (keyof typeof allowed)[]) {
    const call: Endpoint = calls[name]
    for (let look = 0; look < LOOKS_FOR_PLANS; look += 1) {
      ok(await server.call(call, {}, { as: alice }))
    }
  }
  const planned = await statementsOf(database.appDb)
  expect(planned.map(({ name }) => name)).toContain('profile_look')
  expect(planned.filter(({ plans }) => plans > PLANS_TRIED)).toEqual([])
})

/** Whether somebody is among all there are: PostgreSQL reads all of them once, if it takes the table for empty. */
const HASHED = /hashed SubPlan/
/** Other statements also look into what they have written themselves. */
const READS = /^\s*(select|with)\b(?!.*\b(insert into|update|delete from)\b)/s

test('what members do is looked up for them alone, also while the tables of a house are empty', async () => {
  const database = await createTestDatabase()
  const server = await startTestServer({}, { left: { database, at: '2026-03-01T10:00:00Z' } })
  const alice = await server.join('alice@example.test')
  await server.app.jobs.stop()
  await sql`vacuum analyze`.execute(database.db)
  ok(await server.call(startRun, {}, { as: alice }))
  await server.call(claimOutput, { amount: '1' }, { as: alice })
  for (const name of Object.keys(allowed) as (keyof typeof allowed)[]) {
    const call: Endpoint = calls[name]
    ok(await server.call(call, {}, { as: alice }))
  }
  const named = await statementsOf(database.appDb)
  const asked = named.filter(({ statement }) => READS.test(statement))
  expect(asked.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['mining_idle', 'claim_look']),
  )
  for (const { name, statement } of asked) {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain (generic_plan, verbose) ${sql.raw(statement)}`.execute(database.appDb)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan, name).not.toMatch(HASHED)
  }
})

const CONNECTIONS = 12

type Named = { name: string; statement: string; plans: bigint }

/** What has a name on each connection, and how often it was planned: asked of all at once, so that none answers twice. */
async function statementsOf(db: Db): Promise<Named[]> {
  const ask = sql<Named>`
    select name, statement, custom_plans as plans from pg_prepared_statements, pg_sleep(0.5)`
  const answers = await Promise.all(Array.from({ length: CONNECTIONS }, () => ask.execute(db)))
  return answers.flatMap(({ rows }) => rows)
}
