import type { Db } from '@btbc/database/database.ts'
import { createTestDatabase } from '@btbc/database/testing.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { keepDays } from '#days.ts'
import { chainAll } from '#testing.ts'

const WAITING = 100_000
const STRETCH = 2_000

test('a stretch of entries is read from its mark on, however many wait behind it', async () => {
  const { db, drop } = await createTestDatabase()
  // In no order, so that PostgreSQL has a reason to fetch them by their place.
  await sql`
    insert into ledger_entry (id, key, kind, at)
    select n, 'test:' || n, 'genesis.sample_granted', now()
    from generate_series(1, ${WAITING}::integer) n order by random()`.execute(db)
  await sql`select setval('ledger_entry_id_seq', ${WAITING})`.execute(db)
  await sql`analyze ledger_entry`.execute(db)
  await chainAll(db)
  const before = await readByNumber(db)
  expect(await keepDays(db)).toBe(false)
  expect((await readByNumber(db)) - before).toBe(STRETCH)
  await drop()
})

async function readByNumber(db: Db): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ read: number }>`
    select idx_tup_read::integer as read from pg_stat_user_indexes
    where indexrelname = 'ledger_entry_pkey'`.execute(db)
  return rows[0]?.read ?? 0
}
