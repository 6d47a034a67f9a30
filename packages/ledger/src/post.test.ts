import type { Db } from '@btbc/database/database.ts'
import { type TestDatabase, createTestDatabase } from '@btbc/database/testing.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Account, houseAccount, memberAccount } from '#account.ts'
import { audit } from '#audit.ts'
import { balanceOf } from '#balances.ts'
import { type Entry, InsufficientBalance, type Move, post } from '#post.ts'
import { give } from '#testing.ts'

const { USDT, BTBC } = currencies
const fees = houseAccount('fees', USDT.id)
const at = new Date()

let database: TestDatabase
let db: Db

beforeEach(async () => {
  database = await createTestDatabase()
  db = database.db
})

afterEach(async () => {
  const findings = await audit(db)
  await database.drop()
  expect(findings).toEqual([])
})

test('an entry moves money between accounts, opening those that are new', async () => {
  await give(db, usdt(1), 100n, at)
  expect(await commit(pay('pay:1', usdt(1), usdt(2), 30n))).toEqual({ posted: true })
  expect(await balanceOf(db, usdt(1))).toEqual({ available: 70n, held: 0n })
  expect(await balanceOf(db, usdt(2))).toEqual({ available: 30n, held: 0n })
  expect(await balanceOf(db, usdt(3))).toEqual({ available: 0n, held: 0n })
})

test('an entry is posted once, also when its retry comes later and without the money', async () => {
  await give(db, usdt(1), 100n, at)
  const entry = { ...pay('pay:1', usdt(1), usdt(2), 100n), memberId: 1, note: { days: 3 } }
  expect(await commit(entry)).toEqual({ posted: true })
  expect(await commit({ ...entry, at: new Date(at.getTime() + 5_000) })).toEqual({ posted: false })
  expect((await balanceOf(db, usdt(2))).available).toBe(100n)
})

test.each<[string, Partial<Entry>]>([
  ['kind', { kind: 'launch.bought' }],
  ['member', { memberId: 2 }],
  ['note', { note: { days: 4 } }],
  ['amount', { moves: [{ from: usdt(1), to: usdt(2), amount: 9n }] }],
  ['receiver', { moves: [{ from: usdt(1), to: usdt(3), amount: 10n }] }],
  ['part', { moves: [{ from: usdt(1), to: usdt(1), toPart: 'held', amount: 10n }] }],
])('a posted key is refused with another %s', async (_, other) => {
  await give(db, usdt(1), 100n, at)
  const entry = { ...pay('pay:1', usdt(1), usdt(2), 10n), memberId: 1, note: { days: 3 } }
  await commit(entry)
  await commit(pay('opens', usdt(1), usdt(3), 1n))
  await expect(commit({ ...entry, ...other })).rejects.toThrow('Another entry was posted')
})

test('an account that is short names itself, and the transaction goes on without the entry', async () => {
  await give(db, usdt(1), 100n, at)
  await db.transaction().execute(async (tx) => {
    const short = post(tx, pay('pay:1', usdt(1), usdt(2), 101n))
    await expect(short).rejects.toThrow(InsufficientBalance)
    await expect(short).rejects.toMatchObject({ account: usdt(1), available: 100n, needed: 101n })
    expect(await post(tx, pay('pay:1', usdt(1), usdt(2), 100n))).toEqual({ posted: true })
  })
  expect((await balanceOf(db, usdt(2))).available).toBe(100n)
})

test('only the net change of an account has to be there', async () => {
  await give(db, usdt(1), 10n, at)
  await commit({
    ...pay('through', usdt(1), usdt(2), 10n),
    moves: [
      { from: usdt(2), to: usdt(3), amount: 10n },
      { from: usdt(1), to: usdt(2), amount: 10n },
    ],
  })
  expect((await balanceOf(db, usdt(3))).available).toBe(10n)
})

test('the maximum supply can be issued, and not one unit more', async () => {
  const supply = 10n ** 17n
  await commit(
    pay('all', houseAccount('issuance', BTBC.id), houseAccount('pool:mining', BTBC.id), supply),
  )
  const more = pay(
    'more',
    houseAccount('issuance', BTBC.id),
    houseAccount('pool:mining', BTBC.id),
    1n,
  )
  await expect(commit(more)).rejects.toMatchObject({ available: 0n, needed: 1n })
})

test('of 32 payments at once from an account with money for one, one goes through', async () => {
  await give(db, usdt(1), 10n, at)
  const payments = await Promise.allSettled(
    Array.from({ length: 32 }, (_, n) => commit(pay(`pay:${n}`, usdt(1), usdt(2 + n), 10n))),
  )
  const refused = payments.filter((payment) => payment.status === 'rejected')
  expect(refused).toHaveLength(31)
  for (const { reason } of refused) expect(reason).toBeInstanceOf(InsufficientBalance)
  expect(await balanceOf(db, usdt(1))).toEqual({ available: 0n, held: 0n })
})

test('of one entry posted 32 times at once, one is posted and the others know it', async () => {
  await give(db, usdt(1), 10n, at)
  const answers = await Promise.all(
    Array.from({ length: 32 }, () => commit(pay('pay:1', usdt(1), usdt(2), 10n))),
  )
  expect(answers.filter(({ posted }) => posted)).toHaveLength(1)
  expect((await balanceOf(db, usdt(2))).available).toBe(10n)
})

test('payments in both directions between new accounts never lock each other out', async () => {
  await give(db, usdt(1), 1_000n, at)
  await give(db, usdt(2), 1_000n, at)
  const payments = Array.from({ length: 200 }, (_, n) => {
    const [from, to] = n % 2 === 0 ? [usdt(1), usdt(2)] : [usdt(2), usdt(1)]
    const [fresh, other] = [usdt(10 + (n >> 2)), usdt(100 + (n >> 2))]
    const moves: Move[] = [
      { from, to, amount: 3n },
      { from, to: n % 4 < 2 ? fresh : other, amount: 1n },
      { from, to: n % 4 < 2 ? other : fresh, amount: 1n },
    ]
    return commit({ ...pay(`pay:${n}`, from, to, 1n), moves })
  })
  expect(await Promise.all(payments)).toHaveLength(200)
})

test('an entry that can never be right is a fault, whatever the balances', async () => {
  await give(db, usdt(1), 100n, at)
  const refused = async (entry: Entry, why: string): Promise<void> =>
    expect(commit(entry)).rejects.toThrow(why)
  const entry = pay('pay:1', usdt(1), usdt(2), 1n)
  await refused(pay('zero', usdt(1), usdt(2), 0n), 'amount 0')
  await refused(pay('minus', usdt(1), usdt(2), -1n), 'amount -1')
  await refused(pay('huge', usdt(1), usdt(2), 2n ** 63n), 'amount 9223372036854775808')
  await refused(pay('self', usdt(1), usdt(1), 1n), 'where it comes from')
  await refused(pay('mix', usdt(1), memberAccount(1, 'change', BTBC.id), 1n), 'two currencies')
  await refused({ ...entry, moves: [] }, '0 moves')
  await refused({ ...entry, key: '' }, 'key')
  await refused({ ...entry, at: new Date('never') }, 'no time')
  const pool = houseAccount('pool:lock', USDT.id)
  await refused(pay('ponzi', usdt(1), pool, 1n), 'would fund pool:lock')
})

test('there are no accounts but those of the economy', () => {
  expect(() => memberAccount(0, 'change', USDT.id)).toThrow('not a member id')
  expect(() => memberAccount(1, 'unclaimed', USDT.id)).toThrow('no account')
  expect(() => memberAccount(1, 'change', currencies.BANK.id)).toThrow('no account')
  expect(() => houseAccount('issuance', USDT.id)).toThrow('no account')
})

test('the database refuses to change or remove what was written, also to its owner', async () => {
  await give(db, usdt(1), 100n, at)
  for (const statement of [
    'update ledger_entry set at = now()',
    'delete from ledger_entry',
    'truncate ledger_entry',
    'update ledger_move set amount = 1',
    'delete from ledger_move where false',
    'truncate ledger_move, ledger_entry',
    'update ledger_chain set position = 1',
    'delete from ledger_account',
    'truncate ledger_account cascade',
    'update ledger_account set available = 5',
    'update ledger_account set floor = -5',
    'delete from ledger_hold',
  ]) {
    await expect(sql.raw(statement).execute(db), statement).rejects.toThrow('append-only')
  }
})

test('the database refuses moves that no code of ours would make', async () => {
  await give(db, usdt(1), 100n, at)
  await give(db, usdt(2), 100n, at)
  await give(db, memberAccount(1, 'change', BTBC.id), 100n, at)
  const one = (1 << 20) + (1 << 12) + USDT.id
  const two = (2 << 20) + (1 << 12) + USDT.id
  const btbc = (1 << 20) + (1 << 12) + BTBC.id
  const move = (values: string): Promise<unknown> =>
    sql
      .raw(
        `insert into ledger_move
         (entry_id, n, from_account, from_part, to_account, to_part, currency, amount) values (${values})`,
      )
      .execute(db)
  await expect(move(`1, 9, ${one}, 'available', ${two}, 'available', 3, -5`)).rejects.toThrow(
    'amount',
  )
  await expect(move(`1, 9, ${one}, 'available', ${one}, 'available', 3, 5`)).rejects.toThrow(
    'sides',
  )
  await expect(move(`1, 9, ${one}, 'available', ${btbc}, 'available', 3, 5`)).rejects.toThrow(
    'names an unknown',
  )
  await expect(move(`1, 9, ${one}, 'available', ${two}, 'available', 28, 5`)).rejects.toThrow(
    'names an unknown',
  )
  await expect(move(`1, 9, ${one}, 'available', 99, 'available', 3, 5`)).rejects.toThrow(
    'names an unknown',
  )
  await expect(move(`99, 1, ${one}, 'available', ${two}, 'available', 3, 5`)).rejects.toThrow(
    'names an unknown',
  )
  await expect(move(`1, 9, ${one}, 'available', ${two}, 'available', 3, 101`)).rejects.toThrow(
    'available',
  )
  await expect(move(`1, 9, ${one}, 'held', ${two}, 'available', 3, 1`)).rejects.toThrow('held')
})

test('the database opens accounts empty and under their own id alone', async () => {
  const open = (values: string): Promise<unknown> =>
    sql
      .raw(
        `insert into ledger_account (id, owner, purpose, currency, available, held, floor)
         values (${values})`,
      )
      .execute(db)
  const nine = (9 << 20) + (1 << 12) + 3
  await expect(open(`${nine}, 9, 'change', 3, 5, 0, 0`)).rejects.toThrow('refused')
  await expect(open(`${nine}, 9, 'change', 3, 0, 5, 0`)).rejects.toThrow('refused')
  await expect(open(`${nine}, 9, 'change', 3, 0, 0, -5`)).rejects.toThrow('refused')
  await expect(open(`${nine}, 8, 'change', 3, 0, 0, 0`)).rejects.toThrow('refused')
  await expect(open(`${nine}, 9, 'change', 1, 0, 0, 0`)).rejects.toThrow('refused')
  await expect(open(`${(1 << 12) + 3}, 0, 'change', 3, 0, 0, 0`)).rejects.toThrow('refused')
  await open(`${nine}, 9, 'change', 3, 0, 0, 0`)
})

test('amounts up to the largest a column holds are exact', async () => {
  const most = 10n ** 17n - 1n
  await give(db, usdt(1), most, at)
  await commit(pay('pay:1', usdt(1), fees, most))
  expect((await balanceOf(db, fees)).available).toBe(most)
})

function usdt(memberId: number): Account {
  return memberAccount(memberId, 'change', USDT.id)
}

function pay(key: string, from: Account, to: Account, amount: bigint): Entry {
  return { key, kind: 'genesis.sample_granted', at, moves: [{ from, to, amount }] }
}

function commit(entry: Entry): Promise<{ posted: boolean }> {
  return db.transaction().execute((tx) => post(tx, entry))
}
