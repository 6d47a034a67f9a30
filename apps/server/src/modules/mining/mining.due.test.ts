import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startTestServer } from '#testing/server.ts'

import { ASKED, IS_DUE } from './mining.ts'

test('what is due to a member is found among their own runs, also where PostgreSQL last counted none', async () => {
  const { db } = await startTestServer()
  await sql`vacuum analyze run`.execute(db)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain (generic_plan) ${sql.raw(`select ${IS_DUE} from ${ASKED}`)}`.execute(db)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/run_open_member|run_one_open_base/)
  expect(plan).not.toMatch(/run_due|Seq Scan/)
})
