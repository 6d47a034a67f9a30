import { startRun } from '@btbc/contract/mining.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { inTx } from '#testing/kills.ts'
import { ok, startTestServer } from '#testing/server.ts'

import { sweepDueRuns } from './mining.runs.ts'
import { ASKED, IS_DUE } from './mining.ts'

/** One more than a statement has places for values. */
const MACHINES = 65_536

test('what is due to a member is found among their own runs, also where PostgreSQL last counted none', async () => {
  const { db } = await startTestServer()
  await sql`vacuum analyze run`.execute(db)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain (generic_plan) ${sql.raw(`select ${IS_DUE} from ${ASKED}`)}`.execute(db)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/run_open_member|run_one_open_base/)
  expect(plan).not.toMatch(/run_due|Seq Scan/)
})

test('runs that end together may have more machines than a statement has places', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const { run } = ok(await server.call(startRun, {}, { as: alice }))
  server.clock.pass({ hours: 24 })
  const now = server.clock.now()
  const ended = inTx(server, async (tx) => {
    // Without what the database looks at in each row, which takes many times as long as the rest.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`with bought as (
      insert into machine
        (member_id, model_id, price, currency, income_per_day, days, bought_at, state)
      select ${alice.id}, 1, 1, 3, 1, 2, ${now}, 'running' from generate_series(1, ${MACHINES})
      returning id
    ) insert into run_machine (run_id, machine_id) select ${run.id}, id from bought`.execute(tx)
    expect(await sweepDueRuns(tx, now)).toBe(1)
    const { rows } = await sql`select count(*)::integer as idle from machine
      where state = 'idle' and runs_done = 1`.execute(tx)
    expect(rows).toEqual([{ idle: MACHINES }])
    throw new Error('nobody has bought them')
  })
  await expect(ended).rejects.toThrow('nobody has bought them')
})
