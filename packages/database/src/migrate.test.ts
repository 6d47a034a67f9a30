import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#database.ts'
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

test('no table is changed under a server that is at work', async () => {
  write('0001_first.sql', 'create table example (n int)')
  await migrate(database.url, folder)
  const server = openDatabase(database.appUrl)
  await sql`select 1`.execute(server)
  await migrate(database.url, folder, { goneMs: 0 })
  write('0002_second.sql', 'insert into example values (2)')
  const refused = migrate(database.url, folder, { goneMs: 300 })
  await expect(refused).rejects.toThrow('is at work on these books')
  expect(await example()).toEqual([])
  const waits = migrate(database.url, folder)
  await server.destroy()
  await waits
  expect(await example()).toEqual([2])
})

test('who reads a table for long is waited for by name, and keeps nobody else from it', async () => {
  write('0001_first.sql', 'create table example (n int)')
  await migrate(database.url, folder)
  write('0002_second.sql', 'insert into example values (2); alter table example add column m int')
  const told: string[] = []
  const tell = (line: string) => void told.push(line)
  const reader = await database.db.startTransaction().execute()
  await sql`select n from example`.execute(reader)
  const refused = migrate(database.url, folder, { locksMs: 0 })
  await expect(refused).rejects.toThrow(/0002_second.sql was not applied.*in use by process \d+ \(/)
  const migrated = migrate(database.url, folder, { tell })
  await expect.poll(() => told, { timeout: 10_000 }).toHaveLength(1)
  expect(await example()).toEqual([])
  await reader.commit().execute()
  await migrated
  expect(told).toEqual([expect.stringMatching(/^0002_second.sql waits for .* by process \d+ \(/)])
  expect(await example()).toEqual([2])
})

test('a database that holds something of others is not touched', async () => {
  await sql`create schema letters`.execute(database.db)
  await sql`create table letters.migration (n int)`.execute(database.db)
  write('0001_first.sql', 'create table example (n int)')
  await expect(migrate(database.url, folder)).rejects.toThrow('not ours (letters.migration)')
  const { rows } = await sql`select to_regclass('migration') as made`.execute(database.db)
  expect(rows).toEqual([{ made: null }])
})

test('why something ended is kept as a code where it was an English sentence, and as the words of a person', async () => {
  const migrateOn = await migrateBefore('0050_remarks.sql')
  const reasons = [
    'Nobody decided about it in time. Please submit it again.',
    'The back is not readable.',
    '',
  ]
  await database.db.transaction().execute(async (tx) => {
    // The members and pictures that they would belong to are of no matter here.
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const [index, reason] of reasons.entries()) {
      await sql`
        insert into identity (member_id, state, name, card_end, card_hash, front_pic, reverse_pic,
          reason, submitted_at, decided_at, erase_at)
        values (${index}, ${reason === '' ? 'verified' : 'rejected'}, 'Ada', '1234',
          ${Buffer.alloc(32, index)}, ${`f${index}`}, ${`r${index}`}, ${reason}, now(), now(), now())
      `.execute(tx)
    }
    for (const remark of [
      'No block took it, so its place in the line was freed. Everything came back.',
      '',
    ]) {
      await sql`
        insert into bank_withdrawal (member_id, order_no, platform, bank_key, account_number, holder,
          amount, fee, state, created_at, decide_by, ended_at, remark)
        values (1, ${`N${remark.length}`}, 'bank', 'TEST', 'TEST-1', 'Ada', 2, 1, 'rejected', now(),
          now(), now(), ${remark})`.execute(tx)
    }
  })
  await migrateOn()
  const { rows } = await sql<{ said: unknown }>`
    select reason as said from identity union all select remark from bank_withdrawal`.execute(
    database.db,
  )
  expect(rows.map(({ said }) => said)).toEqual([
    { code: 'identity_undecided' },
    { words: 'The back is not readable.' },
    null,
    { code: 'replaced' },
    null,
  ])
})

test('notices of bank withdrawals keep what was paid, and a release tallied as none is tallied anew', async () => {
  const migrateOn = await migrateBefore('0283_what_rows_said_before.sql')
  const told = ['bank_withdrawal_paid', 'bank_withdrawal_requested', 'bank_withdrawal_refused']
  await database.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const message of told) {
      await sql`insert into notice (member_id, message, facts, told_at)
        values (1, ${message}, '{"net": "82.00"}', now())`.execute(tx)
    }
    await sql`insert into notice (member_id, message, facts, told_at)
      values (1, ${told[0]}, '{"net": "82.00", "units": "80.00"}', now())`.execute(tx)
    for (const [closed, day] of [
      ['2026-03-01 12:00:00Z', '2026-03-01'],
      ['2026-03-02 11:59:59.999Z', '2026-03-02'],
    ]) {
      await sql`insert into deal (offer_id, seller_id, buyer_id, way, payee_id, terms, price, fiat, number,
          state, created_at, turn_at, paid_at, picture, closed_at, to_buyer, reason, is_counted)
        values (1, 7, 8, 'bank', 1, '', 1, 1, 1, 'finished', ${day}, ${day},
          ${day}::timestamptz + interval '12 hours', 'p', ${closed}, 1, '{"code": "deal_confirmed"}', true)
      `.execute(tx)
      await sql`insert into deal_tally values (7, ${day}, -1, 1)`.execute(tx)
    }
    await sql`insert into deal_figures values (7, 2, 0)`.execute(tx)
  })
  await migrateOn()
  const { rows } = await sql`select facts ->> 'units' as units from notice order by id`.execute(
    database.db,
  )
  expect(rows).toEqual(['82.00', '82.00', null, '80.00'].map((units) => ({ units })))
  const { rows: left } = await sql`
    select (select count(*) from deal where not is_counted) as deals,
      (select count(*) from deal_tally) + (select count(*) from deal_figures) as tallied`.execute(
    database.db,
  )
  expect(left).toEqual([{ deals: 2n, tallied: 0n }])
})

test('small deposits that wait are added up, and claims of a campaign that has ended keep their week', async () => {
  const migrateOn = await migrateBefore('0292_standstill_of_promises.sql')
  await database.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into campaign (title, rules, state, made_at, starts_at, ends_at, seed, salt, list_hash, ended_at)
      values ('-', '-', 'ended', '2026-03-01 00:00:00Z', '2026-03-01 00:00:00Z', '2026-03-02 00:00:00Z', repeat('-', 32)::bytea,
        repeat('-', 32)::bytea, '', '2026-03-03 00:00:00Z')`.execute(tx)
    await sql`insert into member (account_number, country, password_hash, extension_code, joined_at)
      values ('000000001', 'GB', '-', 'code', now())`.execute(tx)
    await sql`insert into deposit (member_id, currency, address, tx_hash, ordinal, block_number, block_hash,
        on_chain, amount, state, seen_at, final_at)
      select id, 3, '', '0x' || repeat('0', 64), n, 1, '', 0, n, 'final', now(), now()
      from member, generate_series(0, 3) n`.execute(tx)
  })
  await migrateOn()
  const { rows } = await sql`select currency, amount, last_id from deposit_waiting`.execute(
    database.db,
  )
  expect(rows).toEqual([{ currency: 3, amount: 6n, last_id: 4 }])
  const { rows: ended } = await sql<{
    until: Date
  }>`select claims_until as until from campaign`.execute(database.db)
  expect(ended.map(({ until }) => until.toISOString())).toEqual(['2026-03-10T00:00:00.000Z'])
})

test('notices have the time of the house, as far back as it is known how far ahead that was', async () => {
  const migrateOn = await migrateBefore('0291_house_time_of_notices.sql')
  await database.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update business_clock
      set offset_ms = 86400000, moved_at = '2026-03-03 12:00:00Z'`.execute(tx)
    await sql`insert into notice (member_id, message, facts, told_at) values
      (1, 'password_changed', '{}', '2026-03-02 11:59:00Z'),
      (1, 'password_changed', '{}', '2026-03-02 12:00:00Z')`.execute(tx)
  })
  await migrateOn()
  const { rows } = await sql<{ at: Date }>`select house_at as at from notice order by id`.execute(
    database.db,
  )
  expect(rows.map(({ at }) => at.toISOString())).toEqual([
    '2026-03-02T11:59:00.000Z',
    '2026-03-03T12:00:00.000Z',
  ])
})

/** Brings the database up to what it was before this one; answers what applies the others. */
async function migrateBefore(name: string): Promise<() => Promise<unknown>> {
  const own = path.resolve(import.meta.dirname, '../migrations')
  const names = readdirSync(own).toSorted()
  const apply = async (some: string[]) => {
    for (const each of some) copyFileSync(path.join(own, each), path.join(folder, each))
    return await migrate(database.url, folder)
  }
  await apply(names.slice(0, names.indexOf(name)))
  return async () => await apply(names.slice(names.indexOf(name)))
}

function write(name: string, text: string): void {
  writeFileSync(path.join(folder, name), text)
}

async function example(): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`select n from example order by n`.execute(database.db)
  return rows.map((row) => row.n)
}
