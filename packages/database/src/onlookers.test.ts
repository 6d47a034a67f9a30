import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Db, openDatabase } from '#database.ts'
import { createTestDatabase, type TestDatabase } from '#testing.ts'

let database: TestDatabase
const onlookers: Record<string, Db> = {}
beforeAll(async () => {
  database = await createTestDatabase()
  for (const name of ['btbc_auditor', 'btbc_backup']) {
    await sql.raw(`alter role ${name} login password 'for-this-test'`).execute(database.db)
    const url = new URL(database.url)
    url.username = name
    url.password = 'for-this-test'
    onlookers[name] = openDatabase(url.href, { connectionsMax: 1 })
  }
})
afterAll(async () => {
  for (const db of Object.values(onlookers)) await db.destroy()
  await database.drop()
})

const hostile = [
  'insert into ledger_entry (key, kind, at) values (1, 2, now())',
  'update ledger_account set available = available + 1',
  'delete from operator_audit',
  'truncate ledger_move',
  'update withdrawal set state = $$done$$',
  'drop table ledger_entry',
  'create table mine (n integer)',
  'create temporary table mine (n integer)',
  "select setval('member_id_seq', 1)",
  'select * from ledger_account for update',
  'set role btbc_app',
  'set role postgres',
  'alter role btbc_auditor superuser',
  "copy ledger_entry to program 'cat'",
  "select pg_read_file('PG_VERSION')",
]
const personal = [
  'secret',
  'session',
  'totp',
  'identity',
  'api_key',
  'code',
  'outbox',
  'member',
  'upload',
]

test.each([
  ...hostile.flatMap((statement) => [
    ['btbc_auditor', statement],
    ['btbc_backup', statement],
  ]),
  ...personal.map((table) => ['btbc_auditor', `select * from ${table}`]),
  ['btbc_auditor', 'select password_hash, sealed_totp from operator'],
  ['btbc_auditor', 'select account_number, holder from bank_withdrawal'],
])('%s may not %s', async (name, statement) => {
  const writable = sql.raw('set session characteristics as transaction read write')
  const db = onlookers[name]
  if (db === undefined) throw new Error(`nobody is called ${name}`)
  // Read-only is what they begin with; what holds when they leave it is that nothing was granted.
  await writable.execute(db)
  await expect(sql.raw(statement).execute(db)).rejects.toThrow(/permission denied|must be owner/)
})

test('a back-up reads every table, and what an auditor sees of members is no secret', async () => {
  const { rows: unread } = await sql<{ relname: string }>`
    select relname from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p', 'S') and not has_table_privilege('btbc_backup', oid, 'select')
  `.execute(database.db)
  expect(unread).toEqual([])
  const { rows: seen } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public'
      and column_name ~ '(secret|seal|password|token|card|pin_|answer|phrase|mail|mobile|proof)'
      and has_column_privilege('btbc_auditor', table_name, column_name, 'select')
  `.execute(database.db)
  expect(seen.map(({ name }) => name)).toEqual([])
})
