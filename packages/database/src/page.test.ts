import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'

import { COUNTED_BEYOND, readPage } from '#page.ts'
import { createTestDatabase } from '#testing.ts'

type Numbers = { many: { n: number }; few: { n: number } }

test('a page says how long its list is, and a list as long as you like costs no more than its page', async () => {
  const { db, drop } = await createTestDatabase()
  for (const [table, rows] of Object.entries({ few: 25, many: 80_000 })) {
    await sql.raw(`create table ${table} (n integer primary key)`).execute(db)
    await sql.raw(`insert into ${table} select generate_series(1, ${rows})`).execute(db)
    await sql.raw(`analyze ${table}`).execute(db)
  }
  const read = async (table: keyof Numbers, page: number) =>
    await db.transaction().execute(async (tx) => {
      const numbers = tx as unknown as Kysely<Numbers>
      const found = numbers.selectFrom(table).select('n').orderBy('n', 'desc')
      const { rows, total } = await readPage(tx, found, { page, limit: 10 }, { key: 'n' })
      const { rows: cost } = await sql<{ read: bigint }>`
        select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables
        where relname = ${table}`.execute(tx)
      return { n: rows.map(({ n }) => n), total, read: Number(cost[0]?.read) }
    })
  expect(await read('few', 1)).toMatchObject({
    n: [25, 24, 23, 22, 21, 20, 19, 18, 17, 16],
    total: 25,
  })
  expect(await read('few', 3)).toMatchObject({ n: [5, 4, 3, 2, 1], total: 25 })
  expect(await read('few', 4)).toMatchObject({ n: [], total: 25 })
  const first = await read('many', 1)
  expect(first).toMatchObject({ total: 10 + COUNTED_BEYOND })
  expect(first.read).toBeLessThan(10 + 2 * COUNTED_BEYOND)
  expect(await read('many', 7_999)).toMatchObject({ total: 80_000 })
  await drop()
})
