import { type Db, openDatabase, type Tx } from '@btbc/database/database.ts'
import { type TestDatabase, createTestDatabase } from '@btbc/database/testing.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { atOneMoment } from '@btbc/database/one-moment.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { memberAccount } from '#account.ts'
import { audit } from '#audit.ts'
import { chainEntries, chainHead } from '#chain.ts'
import { hold } from '#hold.ts'
import { type Entry, InsufficientBalance, post } from '#post.ts'
import { chainAll, give } from '#testing.ts'

const { USDT } = currencies
const alice = memberAccount(1, 'change', USDT.id)
const bob = memberAccount(2, 'change', USDT.id)

const at = new Date()

let database: TestDatabase
let db: Db

beforeEach(async () => {
  database = await createTestDatabase()
  db = database.db
  await give(db, alice, 100n, at)
  await commit((tx) => post(tx, pay('pay:1', 10n)))
  await commit((tx) =>
    hold(tx, { kind: 'order', id: 1n }, alice, 5n, {
      key: 'held',
      kind: 'genesis.sample_granted',
      at,
    }),
  )
  await chainAll(db)
})

afterEach(() => database.drop())

test('books in order have no findings', async () => {
  expect(await audit(db)).toEqual([])
})

test('the role of auditors may read all that the audit reads', async () => {
  const auditor = openDatabase(database.url, { connectionsMax: 1 })
  await sql`set role btbc_auditor`.execute(auditor)
  expect(await audit(auditor)).toEqual([])
  await auditor.destroy()
})

test.each<[string, string, RegExp]>([
  [
    'I1',
    'update ledger_account set available = available + 1 where owner = 1',
    /currency 3 sums to 1/,
  ],
  [
    'I2',
    "insert into ledger_entry (key, kind, at) values ('bare', 'pool.funded', now())",
    /no moves/,
  ],
  ['I2', "update ledger_entry set kind = 'gift.given' where id = 2", /unknown kind gift.given/],
  ['I2', 'update ledger_move set amount = -10 where entry_id = 2', /move 1 of entry 2: -10/],
  ['I2', 'update ledger_move set currency = 28 where entry_id = 2', /in currency 28/],
  ['I2', 'delete from ledger_entry where id = 2', /move 1 of entry 2/],
  ['I3', 'update ledger_account set available = -1 where owner = 2', /available -1/],
  ['I3', 'update ledger_account set held = -1 where owner = 2', /held -1/],
  ['I3', 'update ledger_account set floor = -1 where owner = 2', /floor -1/],
  ['I3', "update ledger_account set purpose = 'legal' where owner = 2", /not one of legal/],
  [
    'I4',
    'update ledger_account set available = available + 1, held = held - 1 where owner = 1',
    /but its/,
  ],
  ['I4', 'update ledger_move set amount = 11 where entry_id = 2', /sum to/],
  ['I4', 'delete from ledger_move where entry_id = 2', /sum to/],
  ['I5', 'update ledger_hold set amount = 4', /held 5, its holds 4/],
  ['I19', "update ledger_entry set at = at - interval '1 hour' where id = 2", /entry 2 is of/],
  [
    'I20',
    "update ledger_entry set at = at + interval '1 second' where id = 3",
    /entry 3, was changed/,
  ],
  ['I20', "update ledger_entry set note = '{}' where id = 1", /entry 1, was changed/],
  ['I20', 'delete from ledger_chain where position = 2', /entry 2 was left out/],
  [
    'I20',
    'delete from ledger_entry where id = 3; delete from ledger_move where entry_id = 3',
    /3, was/,
  ],
  ['I20', "update ledger_chain set hash = sha256('x') where position = 3", /link 3/],
  ['D2', 'alter table ledger_account drop constraint ledger_account_held', /ledger_account_held/],
  [
    'D2',
    'alter table ledger_move disable trigger ledger_move_append_only',
    /ledger_move_append_only/,
  ],
  ['D2', 'drop trigger ledger_account_by_moves on ledger_account', /ledger_account_by_moves/],
  ['D1', 'grant update on ledger_move to btbc_app', /may change ledger_move/],
  ['D1', 'grant update (held) on ledger_account to btbc_app', /may change held/],
])('%s: a superuser who runs "%s" is found out', async (rule, corruption, detail) => {
  await commit(async (tx) => {
    // Constraints go first, so that what they forbid can be planted at all.
    for (const [table, name] of [
      ['account', 'available'],
      ['account', 'held'],
      ['move', 'amount'],
    ]) {
      if (rule === 'D2') break
      await sql
        .raw(`alter table ledger_${table} drop constraint ledger_${table}_${name}`)
        .execute(tx)
    }
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(corruption).execute(tx)
  })
  const findings = await audit(db)
  expect(findings).toContainEqual(
    expect.objectContaining({
      rule: expect.stringMatching(new RegExp(`^${rule} `)),
      detail: expect.stringMatching(detail),
    }),
  )
})

test('the chain goes on where it stopped and its head changes with every entry', async () => {
  const before = await chainHead(db)
  expect(before?.position).toBe(3n)
  await commit((tx) => post(tx, pay('pay:2', 1n)))
  await chainAll(db)
  expect(await chainEntries(db)).toBe(0)
  const after = await chainHead(db)
  expect(after?.position).toBe(4n)
  expect(after?.hash).not.toBe(before?.hash)
  expect(await audit(db)).toEqual([])
})

test('an entry whose transaction is still open holds up younger ones, and none is left out', async () => {
  const opened = Promise.withResolvers<void>()
  const closing = Promise.withResolvers<void>()
  const slow = commit(async (tx) => {
    await post(tx, pay('slow', 1n))
    opened.resolve()
    await closing.promise
  })
  await opened.promise
  await give(db, memberAccount(3, 'legal', USDT.id), 50n, at)
  expect(await chainEntries(db)).toBe(0)
  closing.resolve()
  await slow
  await chainAll(db)
  expect(await audit(db)).toEqual([])
})

test('an audit that is under way holds up no sealing', async () => {
  await atOneMoment(db, async (tx) => {
    const before = await chainHead(tx)
    await commit((each) => post(each, pay('meanwhile', 1n)))
    await chainAll(db)
    expect(await chainHead(tx)).toEqual(before)
    expect((await chainHead(db))?.position).toBe((before?.position ?? 0n) + 1n)
  })
})

test('chaining while others post leaves nothing out', async () => {
  const posts = Array.from({ length: 100 }, (_, n) =>
    commit((tx) => post(tx, pay(`many:${n}`, 1n))),
  )
  const chaining = Array.from({ length: 10 }, () => chainEntries(db))
  const [outcomes] = await Promise.all([Promise.allSettled(posts), ...chaining])
  // Ten of Alice's hundred are paid and five are held: the rest goes, and then she has no more.
  const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(outcomes.length - refused.length).toBe(85)
  for (const reason of refused) expect(reason).toBeInstanceOf(InsufficientBalance)
  await chainAll(db)
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from ledger_entry`.execute(
    db,
  )
  expect((await chainHead(db))?.position).toBe(rows[0]?.count)
  expect(await audit(db)).toEqual([])
})

function pay(key: string, amount: bigint): Entry {
  return {
    key,
    kind: 'genesis.sample_granted',
    at,
    moves: [{ from: alice, to: bob, amount }],
  }
}

function commit<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(work)
}
