import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'

import { readProfile } from '@btbc/contract/account.ts'
import { cancelOrder, listOpenBuys, listOpenSells, placeBuy } from '@btbc/contract/exchange.ts'
import { listMachines, readLaunches } from '@btbc/contract/mining.ts'
import { cancelBankWithdrawal, listBankWithdrawals } from '@btbc/contract/bank-withdrawal.ts'
import { cancelWithdrawal, listWithdrawals } from '@btbc/contract/withdrawal.ts'
import { openAppRole } from '@btbc/database/app-role.ts'
import { migrate } from '@btbc/database/migrate.ts'
import { createTestDatabase, type TestDatabase } from '@btbc/database/testing.ts'
import { audit } from '@btbc/ledger/audit.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { ok, startTestServer, type TestMember } from '#testing/server.ts'

/**
 * What an older server left: `testing/older-data.tsv.gz` has the rows of its tables as JSON, after
 * migration 47, in the middle of things. Today's server brings the database up to date and goes on.
 */

const { BTC, USDT } = currencies
const LEFT_AT = '2026-03-02T13:00:30.000Z'
const migrations = path.resolve(import.meta.dirname, '../../../packages/database/migrations')

type Left = { tables: Map<string, string>; members: Record<'ada' | 'bea' | 'cid', TestMember> }

function readLeft(): Left {
  const file = path.join(import.meta.dirname, 'testing/older-data.tsv.gz')
  const lines = gunzipSync(readFileSync(file)).toString().split('\n')
  const tables = new Map(
    lines.map((line) => {
      const at = line.indexOf('\t')
      return [line.slice(0, at), line.slice(at + 1)] as const
    }),
  )
  const members = JSON.parse(tables.get('members') ?? '') as Left['members']
  tables.delete('members')
  return { tables, members }
}

/** As the owner leaves it who copies a database: no trigger looks on. */
async function putBack(url: string, tables: Left['tables']): Promise<void> {
  const applied = JSON.parse(tables.get('migration') ?? '') as { name: string }[]
  const older = mkdtempSync(path.join(tmpdir(), 'btbc-older-'))
  for (const { name } of applied) copyFileSync(path.join(migrations, name), path.join(older, name))
  await migrate(url, older)
  rmSync(older, { recursive: true })
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  await client.query("set local session_replication_role = 'replica'")
  const { rows: all } = await client.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  )
  await client.query(`truncate ${all.map(({ name }) => name).join(', ')}`)
  for (const [name, rows] of tables) {
    if (name === 'sequences') continue
    await client.query(
      `insert into ${name} overriding system value
       select * from json_populate_recordset(null::${name}, $1)`,
      [rows],
    )
  }
  await client.query(
    'select setval(quote_ident(name), last::bigint) from json_to_recordset($1) as s(name text, last text)',
    [tables.get('sequences')],
  )
  await client.query('commit')
  await client.end()
}

async function openLeft(): Promise<{ database: TestDatabase; members: Left['members'] }> {
  const { tables, members } = readLeft()
  const database = await createTestDatabase('template0')
  await putBack(database.url, tables)
  return { database, members }
}

test('what an older server left in the middle of things is brought up to date, audited, and goes on', async () => {
  const { database, members } = await openLeft()
  const { ada, bea, cid } = members
  const before = readdirSync(migrations).length
  await migrate(database.url)
  await openAppRole(database.url)
  const { rows } = await countMigrations(database.url)
  expect(rows).toBe(before)
  expect(await audit(database.db)).toEqual([])
  // Who was welcomed before that was written down is found in the books.
  const grants = await database.db
    .selectFrom('welcome_grant')
    .selectAll()
    .orderBy('member_id')
    .execute()
  const joined = new Date('2026-03-01T12:00:00.000Z')
  expect(grants).toEqual(
    [ada, bea, cid].map(({ id }) => ({
      member_id: id,
      btbc: 50n * UNIT,
      launches: 7,
      granted_at: joined,
    })),
  )

  const left = { database, at: LEFT_AT }
  const server = await startTestServer({ rateLimits: false }, { left })
  // Sessions, money and orders are where they were.
  expect(ok(await server.call(readProfile, {}, { as: ada }))).toMatchObject({ email: ada.mail })
  const inSpot = async (as: TestMember, id: number) =>
    ok(await server.call(readProfile, {}, { as })).change_wallet.balance.find(
      ({ currency }) => currency === id,
    )
  const states = async () =>
    ok(await server.call(listWithdrawals, {}, { as: ada })).list.map(({ state }) => state)
  expect((await states()).toSorted()).toEqual(
    'approved cancelled done done pending pending rejected sent'.split(' '),
  )
  const pair = { currency_id: BTC.id, legal_id: USDT.id }
  const [bid] = ok(await server.call(listOpenBuys, pair, { as: ada })).list
  expect(bid).toMatchObject({ price: '50000.00000000', number: '0.01000000' })
  // What is left of an order that was filled in part is bought, the rest of another taken back.
  ok(await server.call(placeBuy, { ...pair, price: '60000', num: '0.006', mode: 2 }, { as: ada }))
  expect(ok(await server.call(listOpenSells, pair, { as: bea })).list).toEqual([])
  ok(await server.call(cancelOrder, { id: bid?.id ?? 0, type: 'in' }, { as: ada }))
  expect((await inSpot(bea, BTC.id))?.lock_change_balance).toBe('0.00000000')

  const list = ok(await server.call(listWithdrawals, {}, { as: ada })).list
  for (const { id, can_cancel } of list) {
    if (can_cancel === true) ok(await server.call(cancelWithdrawal, { id }, { as: ada }))
  }
  const [bank] = ok(await server.call(listBankWithdrawals, { status: 0 }, { as: ada })).list
  ok(await server.call(cancelBankWithdrawal, { id: bank?.id ?? 0 }, { as: ada }))
  expect((await inSpot(ada, USDT.id))?.lock_change_balance).toBe('0.00000000')
  expect((await states()).filter((state) => state === 'sent')).toHaveLength(1)

  // The runs end, and what was promised for them is paid.
  const launches = async () => ok(await server.call(readLaunches, {}, { as: ada })).free_times
  const had = await launches()
  await server.pass({ hours: 24 })
  expect(await launches()).toBe(had + 7)
  const [machine] = ok(await server.call(listMachines, {}, { as: cid }))
  expect(machine).toMatchObject({ status: 0 })
})

test('a hash of a password is not kept from before, and its key is of no other request', async () => {
  const { database, members } = await openLeft()
  const { ada } = members
  const hashOf = (text: string) => createHash('sha256').update(text).digest()
  const rows = [
    { key: 'a password', answer: {} },
    { key: 'a proof', answer: 'sealed' },
    { key: 'a purchase', answer: { id: 1 } },
    { key: `same ${hashOf('same').toString('hex')}`, answer: {} },
  ].map((row) => ({ ...row, answer: JSON.stringify(row.answer), request_hash: hashOf(row.key) }))
  const shared = { member_id: ada.id, created_at: new Date(LEFT_AT) }
  await database.db
    .insertInto('idempotency')
    .values(rows.map((row) => ({ ...row, ...shared })))
    .execute()
  await migrate(database.url)
  const found = await database.db
    .selectFrom('idempotency')
    .select(['key', 'request_hash'])
    .where('member_id', '=', ada.id)
    .execute()
  const known = new Map(found.map((row) => [row.key, row.request_hash]))
  const isKept = rows.map(({ key, request_hash: hash }) => known.get(key)?.equals(hash))
  expect(isKept).toEqual([false, false, true, true])
})

async function countMigrations(url: string): Promise<{ rows: number }> {
  const client = new Client({ connectionString: url })
  onTestFinished(() => client.end())
  await client.connect()
  return { rows: (await client.query('select from migration')).rowCount ?? 0 }
}
