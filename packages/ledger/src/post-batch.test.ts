import type { Db } from '@btbc/database/database.ts'
import { type TestDatabase, createTestDatabase } from '@btbc/database/testing.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Account, memberAccount } from '#account.ts'
import { audit } from '#audit.ts'
import { balanceOf } from '#balances.ts'
import type { Fragment } from '#fragment.ts'
import { postBatch } from '#post-batch.ts'
import { type Entry, post } from '#post.ts'
import { give } from '#testing.ts'

const at = new Date()

let database: TestDatabase
let db: Db

beforeEach(async () => {
  database = await createTestDatabase()
  db = database.db
  await give(db, usdt(1), 1_000n, at)
  await give(db, usdt(2), 1_000n, at)
})

afterEach(async () => {
  const findings = await audit(db)
  await database.drop()
  expect(findings).toEqual([])
})

test('a batch posts all its entries, opening accounts as it goes', async () => {
  const entries = Array.from({ length: 500 }, (_, n) =>
    pay(`pay:${n}`, 1 + (n % 2), 3 + (n % 50), 2n),
  )
  expect((await commit(entries)).posted).toEqual(entries.map(() => true))
  expect((await balanceOf(db, usdt(1))).available).toBe(500n)
  expect((await balanceOf(db, usdt(3))).available).toBe(20n)
})

test('keys and notes are kept to the letter, whatever signs they have', async () => {
  const key = 'a "quoted", {braced} \\ key'
  const note = { text: '"{,}\\ null', days: 3 }
  await commit([{ ...pay(key, 1, 2, 5n), memberId: 1, note }])
  expect(
    await db
      .selectFrom('ledger_entry')
      .select(['note', 'member_id'])
      .where('key', '=', key)
      .execute(),
  ).toEqual([{ note, member_id: 1 }])
})

test('entries that were posted before are known and not posted again', async () => {
  await commit([pay('pay:1', 1, 2, 5n), pay('pay:2', 1, 2, 5n)])
  const { posted } = await commit([pay('pay:2', 1, 2, 5n), pay('pay:3', 1, 2, 5n)])
  expect(posted).toEqual([false, true])
  expect((await balanceOf(db, usdt(2))).available).toBe(1_015n)
})

test('a posted key with another content is refused, and the whole batch with it', async () => {
  await commit([pay('pay:1', 1, 2, 5n)])
  await expect(commit([pay('pay:2', 1, 2, 5n), pay('pay:1', 1, 2, 6n)])).rejects.toThrow(
    'Another entry',
  )
  await expect(commit([pay('same', 1, 2, 5n), pay('same', 1, 2, 5n)])).rejects.toThrow('same key')
  expect((await balanceOf(db, usdt(2))).available).toBe(1_005n)
})

test('a batch that would take an account below its floor changes nothing', async () => {
  await expect(commit([pay('pay:1', 2, 1, 5n), pay('pay:2', 1, 3, 1_006n)])).rejects.toThrow(
    'ledger_account_available',
  )
  expect((await balanceOf(db, usdt(1))).available).toBe(1_000n)
})

test('what a caller writes with a batch is written in the same statement', async () => {
  await sql`create table trade (entry_id bigint, price bigint)`.execute(db)
  const fragments: Fragment[] = [
    {
      name: 'traded',
      text: `insert into trade select entry.id, t.price
        from unnest($1::text[], $2::bigint[]) as t (key, price) join entry using (key)`,
      values: ['{pay:1,pay:2}', '{70,80}'],
    },
    { name: 'marked', text: 'insert into trade values (0, $1)', values: [90n] },
  ]
  await db.transaction().execute(async (tx) => {
    await postBatch(tx, [pay('pay:1', 1, 2, 5n), pay('pay:2', 2, 1, 5n)], fragments)
  })
  const { rows } = await sql<{ price: bigint }>`select price from trade order by entry_id`.execute(
    db,
  )
  expect(rows.map(({ price }) => price)).toEqual([90n, 70n, 80n])
})

test('batches and single entries over the same accounts never lock each other out', async () => {
  for (let member = 3; member <= 40; member++) await give(db, usdt(member), 1_000n, at)
  const rounds = Array.from({ length: 60 }, async (_, round) => {
    const members = Array.from({ length: 40 }, (__, n) => 1 + ((n * 7 + round * 13) % 40))
    const entries = members.map((member, n) =>
      pay(`round:${round}:${n}`, member, (member % 40) + 1, 1n),
    )
    if (round % 4 > 0) return commit(entries)
    return db
      .transaction()
      .execute((tx) => post(tx, mergeMoves(`round:${round}`, entries.toReversed())))
  })
  expect(await Promise.all(rounds)).toHaveLength(60)
})

function mergeMoves(key: string, entries: readonly Entry[]): Entry {
  return { key, kind: 'genesis.sample_granted', at, moves: entries.flatMap(({ moves }) => moves) }
}

function usdt(memberId: number): Account {
  return memberAccount(memberId, 'change', currencies.USDT.id)
}

function pay(key: string, from: number, to: number, amount: bigint): Entry {
  return {
    key,
    kind: 'genesis.sample_granted',
    at,
    moves: [{ from: usdt(from), to: usdt(to), amount }],
  }
}

function commit(entries: readonly Entry[]): Promise<{ posted: boolean[] }> {
  return db.transaction().execute((tx) => postBatch(tx, entries))
}
