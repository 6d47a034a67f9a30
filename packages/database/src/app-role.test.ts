import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAppRole } from '#app-role.ts'
import type { Db } from '#database.ts'
import { createTestDatabase, type TestDatabase } from '#testing.ts'

const BOOKS = {
  ledger_entry: 'at',
  ledger_move: 'amount',
  ledger_net: 'available',
  ledger_line: 'available',
  ledger_chain: 'hash',
  operator_audit: 'reason',
}

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.appDb
})
afterAll(async () => {
  await database.drop()
})

test.each([
  ...Object.entries(BOOKS).flatMap(([table, column]) => [
    `update ${table} set ${column} = ${column}`,
    `delete from ${table}`,
    `truncate ${table}`,
  ]),
  'update ledger_account set available = available + 1',
  'update ledger_account set held = 0, available = available + held',
  'update ledger_account set floor = -1',
  'delete from ledger_account',
  'truncate ledger_account cascade',
  'delete from ledger_hold',
  'delete from ledger_chain_mark',
  'delete from operator_proposal',
  'update operator_audit_head set position = 0',
  "update migration set checksum = ''",
  'truncate member cascade',
  'create table mine (n integer)',
  'create temporary table mine (n integer)',
  "create function mine() returns integer language sql as 'select 1'",
  'set session_replication_role = replica',
  'set role postgres',
  'set session authorization postgres',
  "select set_config('role', 'postgres', false)",
  'alter role btbc_app superuser',
  "copy member to program 'cat'",
  "select pg_read_file('PG_VERSION')",
])('the server has no permission to %s', async (statement) => {
  await expect(sql.raw(statement).execute(db)).rejects.toThrow(/permission denied/)
})

test.each([
  'alter table ledger_entry disable trigger all',
  'alter table ledger_account drop constraint ledger_account_available',
  'drop trigger ledger_account_by_moves on ledger_account',
  'alter function ledger_apply_moves() security invoker',
])('only the owner may %s', async (statement) => {
  await expect(sql.raw(statement).execute(db)).rejects.toThrow(/must be owner/)
})

test('what locks an account does not let the server change it', async () => {
  const change = sql`update ledger_account set purpose = purpose`.execute(db)
  await expect(change).rejects.toThrow(/append-only/)
})

test('the login of the server follows from the owner’s', async () => {
  const urls = await Promise.all([openAppRole(database.url), openAppRole(database.url)])
  expect(urls).toEqual([database.appUrl, database.appUrl])
  const other = new URL(database.url)
  other.password = 'not-it'
  await expect(openAppRole(other.href)).rejects.toThrow(/password authentication failed/)
})
