import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { prepare, runPrepared } from '#database.ts'
import { createTestDatabase } from '#testing.ts'

test('amounts come back as bigint, moments as Date, days as text', async () => {
  const { db, drop } = await createTestDatabase()
  const { rows } = await sql`
    select 9223372036854775807::bigint as big, 12345678901234567890123::numeric as sum, 7 as small,
      timestamptz '2026-01-02 03:04:05Z' as at, date '2026-01-02' as day`.execute(db)
  expect(rows).toEqual([
    {
      big: 9223372036854775807n,
      sum: 12345678901234567890123n,
      small: 7,
      at: new Date('2026-01-02T03:04:05Z'),
      day: '2026-01-02',
    },
  ])
  await drop()
})

test('a prepared statement is planned under its name and works inside a transaction', async () => {
  const { db, drop } = await createTestDatabase()
  const addOne = prepare('test_add_one', 'select $1::int + 1 as n')
  await db.transaction().execute(async (tx) => {
    expect(await runPrepared(tx, addOne, [1])).toEqual([{ n: 2 }])
    expect(await runPrepared(tx, addOne, [2])).toEqual([{ n: 3 }])
    const { rows } =
      await sql`select name from pg_prepared_statements where name like 'test%'`.execute(tx)
    expect(rows).toEqual([{ name: 'test_add_one' }])
  })
  await drop()
})
