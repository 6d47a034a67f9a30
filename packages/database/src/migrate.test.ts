import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '#migrate.ts'
import { type TestDatabase, createTestDatabase } from '#testing.ts'

let database: TestDatabase
let folder = ''

beforeEach(async () => {
  database = await createTestDatabase()
  await sql`drop schema public cascade`.execute(database.db)
  await sql`create schema public`.execute(database.db)
  folder = mkdtempSync(path.join(tmpdir(), 'btbc-migrations-'))
})

afterEach(async () => {
  rmSync(folder, { recursive: true })
  await database.drop()
})

test('each migration is applied once, in the order of its number', async () => {
  write('0002_second.sql', 'insert into example values (2)')
  write('0001_first.sql', 'create table example (n int); insert into example values (1)')
  await migrate(database.url, folder)
  await migrate(database.url, folder)
  expect(await example()).toEqual([1, 2])
})

test('servers that start together apply each migration once', async () => {
  write('0001_first.sql', 'create table example (n int); insert into example values (1)')
  await Promise.all(Array.from({ length: 4 }, () => migrate(database.url, folder)))
  expect(await example()).toEqual([1])
})

test('an edited migration is refused and nothing more is applied', async () => {
  write('0001_first.sql', 'create table example (n int)')
  await migrate(database.url, folder)
  write('0001_first.sql', 'create table example (n bigint)')
  write('0002_second.sql', 'insert into example values (2)')
  await expect(migrate(database.url, folder)).rejects.toThrow('0001_first.sql was edited')
  expect(await example()).toEqual([])
})

test('a migration that fails leaves nothing behind', async () => {
  write('0001_first.sql', 'create table example (n int)')
  write('0002_second.sql', 'insert into example values (2); select 1/0')
  await expect(migrate(database.url, folder)).rejects.toThrow('0002_second.sql failed')
  expect(await example()).toEqual([])
})

test('a database of a newer program is refused', async () => {
  write('0001_first.sql', 'create table example (n int)')
  await migrate(database.url, folder)
  rmSync(path.join(folder, '0001_first.sql'))
  await expect(migrate(database.url, folder)).rejects.toThrow('newer than this program')
})

test('a database that holds something of others is not touched', async () => {
  await sql`create schema letters`.execute(database.db)
  await sql`create table letters.migration (n int)`.execute(database.db)
  write('0001_first.sql', 'create table example (n int)')
  await expect(migrate(database.url, folder)).rejects.toThrow('not ours (letters.migration)')
  const { rows } = await sql`select to_regclass('migration') as made`.execute(database.db)
  expect(rows).toEqual([{ made: null }])
})

function write(name: string, text: string): void {
  writeFileSync(path.join(folder, name), text)
}

async function example(): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`select n from example order by n`.execute(database.db)
  return rows.map((row) => row.n)
}
