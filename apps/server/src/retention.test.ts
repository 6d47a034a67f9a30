import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startTestServer } from '#testing/server.ts'

import { kept } from './app.ts'

test('what is forgotten is found by an index, whatever the table holds', async () => {
  const { db } = await startTestServer()
  const { rows } = await sql<{ table: string; column: string }>`
    select indrelid::regclass::text as table, attname as column
    from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]`.execute(db)
  const indexed = rows.map((row) => `${row.table}.${row.column}`)
  for (const { table, column } of kept) expect(indexed).toContain(`${table}.${column}`)
})

test('messages are forgotten after 30 days, in stretches, and younger ones stay', async () => {
  const server = await startTestServer()
  const add = (count: number) =>
    sql`insert into outbox (channel, recipient, subject, text, created_at, due_at)
      select 'mail', 'ada@example.test', '[TEST]', 'TEST', ${server.clock.wallNow()}, null
      from generate_series(1, ${count}::int)`.execute(server.db)
  const count = async () => {
    const { rows } = await sql<{ count: bigint }>`select count(*) from outbox`.execute(server.db)
    return Number(rows[0]?.count)
  }
  await add(2500)
  await server.pass({ days: 29 })
  await add(3)
  expect(await count()).toBe(2503)
  await server.pass({ days: 1 })
  expect(await count()).toBe(3)
})

test('what a key was used for is listed for 90 days', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const { id } = await server.db
    .insertInto('api_key')
    .values({
      member_id: ada.id,
      label: 'bot',
      key: 'k'.repeat(64),
      sealed_secret: Buffer.alloc(32),
      may_trade: false,
      may_withdraw: false,
      withdraw_to: [],
      addresses: [],
      created_at: server.clock.wallNow(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const minute = server.clock.wallNow()
  const use = { call: '/api/v3/account', address: '127.0.0.1', outcome: 'accepted', uses: 1n }
  await server.db
    .insertInto('api_key_use')
    .values({ ...use, api_key_id: id, minute, last_at: minute })
    .execute()
  const listed = () => server.db.selectFrom('api_key_use').select('uses').execute()
  await server.pass({ days: 89 })
  expect(await listed()).toHaveLength(1)
  await server.pass({ days: 1 })
  expect(await listed()).toEqual([])
})
