import type { Db } from '@btbc/database/database.ts'
import { createTestDatabase, type TestDatabase } from '@btbc/database/testing.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { memberAccount } from '#account.ts'
import { auditDigests, digestLines } from '#digest.ts'
import { post } from '#post.ts'
import { chainAll, give } from '#testing.ts'

const { BTC, USDT } = currencies
const alice = memberAccount(1, 'change', USDT.id)
const bob = memberAccount(2, 'change', USDT.id)
const at = new Date('2026-03-01T10:00:00.123Z')

let database: TestDatabase
let db: Db

beforeEach(async () => {
  database = await createTestDatabase()
  db = database.db
  await give(db, alice, 100n, at)
  await give(db, memberAccount(1, 'change', BTC.id), 7n, at)
  const moves = [
    { from: alice, to: bob, amount: 10n },
    { from: bob, to: alice, amount: 3n },
  ]
  const paid = { key: 'pay', kind: 'genesis.sample_granted', at, moves } as const
  await db.transaction().execute((tx) => post(tx, paid))
  await chainAll(db)
  await digestLines(db)
})

afterEach(() => database.drop())

test('digests are those of the lines, also where more has been posted since', async () => {
  expect(await auditDigests(db)).toEqual([])
  await give(db, memberAccount(3, 'change', USDT.id), 1n, at)
  expect(await auditDigests(db)).toEqual([])
})

test.each([
  ['a digest is changed', "update ledger_digest set hash = sha256('x') where member_id = 2"],
  ['a digest is left out', 'delete from ledger_digest where member_id = 2'],
  ['a line is changed', "update ledger_entry set kind = 'run.accrued' where id = 3"],
])('where %s the member is named', async (_, corruption) => {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(corruption).execute(tx)
  })
  const rule = 'I23 the lines of a member are those that their leaf seals'
  const detail = 'member 2 has another digest than their lines'
  expect(await auditDigests(db)).toContainEqual({ rule, detail })
})
