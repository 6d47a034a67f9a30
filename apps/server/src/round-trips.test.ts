import { calls, type CallName } from '@btbc/contract/calls.ts'
import type { Endpoint } from '@btbc/contract/endpoint.ts'
import { startRun } from '@btbc/contract/mining.ts'
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
  const planned = await plansOf(database.appDb)
  expect(planned.map(({ name }) => name)).toContain('profile_look')
  expect(planned.filter(({ plans }) => plans > PLANS_TRIED)).toEqual([])
})

const CONNECTIONS = 12

/** How often each connection planned what has a name: asked of all at once, so that none answers twice. */
async function plansOf(db: Db): Promise<{ name: string; plans: bigint }[]> {
  const ask = sql<{ name: string; plans: bigint }>`
    select name, custom_plans as plans from pg_prepared_statements, pg_sleep(0.5)`
  const answers = await Promise.all(Array.from({ length: CONNECTIONS }, () => ask.execute(db)))
  return answers.flatMap(({ rows }) => rows)
}
