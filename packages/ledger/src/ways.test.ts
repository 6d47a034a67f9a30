import type { Db, Tx } from '@btbc/database/database.ts'
import { type TestDatabase, createTestDatabase } from '@btbc/database/testing.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountId, houseAccount, memberAccount } from '#account.ts'
import { type Entry, type Move, post } from '#post.ts'
import { findUnposted } from '#posted.ts'
import { auditWays } from '#ways.ts'

const { USDT } = currencies
const at = new Date('2026-03-01T12:00:00.000Z')
const house = (purpose: Parameters<typeof houseAccount>[0]) => houseAccount(purpose, USDT.id)
const spotOf = (member: number) => memberAccount(member, 'change', USDT.id)
const earnOf = (member: number) => memberAccount(member, 'lever', USDT.id)

let database: TestDatabase
let db: Db

beforeEach(async () => {
  database = await createTestDatabase()
  db = database.db
  const first = [{ from: house('chain'), to: house('pool:treasury'), amount: 1000n }]
  await add({ key: 'first', kind: 'genesis.treasury_filled', at, moves: first })
  for (const key of ['granted', 'granted again']) {
    await move(key, 'genesis.sample_granted', { from: house('pool:treasury'), to: spotOf(1) })
  }
  await move('seen', 'arrival.booked', { from: house('chain'), to: house('suspense') })
  await move('set aside', 'pool.funded', { from: house('pool:treasury'), to: house('pool:lock') })
  await move('reserved', 'lock.reserved', { from: house('pool:lock'), to: house('reserve:lock') })
  const net = [house('fees'), spotOf(1), spotOf(2)].map(accountId)
  await db.transaction().execute((tx) => addNet(tx, 'traded', net, [1, -3, 2]))
})

afterEach(() => database.drop())

test('what went the ways of its kind has no findings', async () => {
  await move('paid', 'lock.paid', { from: house('reserve:lock'), to: earnOf(1) })
  const inside = { from: spotOf(1), to: spotOf(2) }
  await move('inside', 'transfer.internal', inside)
  expect(await auditWays(db)).toEqual([])
})

test('what older servers posted went ways of its kind', async () => {
  const [ada, clearing] = [spotOf(1), house('clearing')]
  for (const [key, kind, way] of [
    ['gas', 'gas.paid', { from: house('pool:treasury'), to: house('chain') }],
    ['sold', 'trade.settled', { from: ada, to: clearing }],
    ['bought', 'trade.settled', { from: clearing, to: ada, toPart: 'held' }],
    ['sold of what is held', 'trade.settled', { from: ada, fromPart: 'held', to: clearing }],
    ['for another', 'trade.settled', { from: clearing, to: spotOf(2) }],
  ] as const) {
    const moves = [{ ...way, amount: 1n }]
    await add({ key, kind, at, moves })
  }
  expect(await auditWays(db)).toEqual([])
})

test.each<[string, Entry['kind'], Omit<Move, 'amount'>, number]>([
  ['the treasury', 'transfer.own', { from: house('pool:treasury'), to: spotOf(1) }, 1],
  ['another member', 'deposit.credited', { from: house('suspense'), to: spotOf(2) }, 2],
  ['another wallet', 'lock.paid', { from: house('reserve:lock'), to: spotOf(1) }, 1],
  ['another member’s lock', 'lock.closed', { from: spotOf(1), to: earnOf(2) }, 2],
  ['what is not held', 'lock.closed', { from: spotOf(1), to: earnOf(1) }, 1],
])('an entry that pays from or to %s is found', async (_, kind, way, member) => {
  await move('wrong', kind, way)
  const about = { member }
  expect(await auditWays(db)).toMatchObject([{ rule: expect.stringMatching(/^I25 /), about }])
})

test('what the server’s own role wrote past the ledger is found: a member who fills a pool', async () => {
  await database.appDb.transaction().execute(async (tx) => {
    await sql`insert into ledger_entry (key, kind, at, member_id)
      values ('past it', 'pool.funded', ${at}, 1)`.execute(tx)
    const [from, to] = [spotOf(1), house('pool:lock')].map(accountId)
    await sql`insert into ledger_move
      select id, 1, ${from}, 'available', ${to}, 'available', ${USDT.id}, 10
      from ledger_entry where key = 'past it'`.execute(tx)
  })
  expect(await auditWays(db)).toMatchObject([{ about: { currency: USDT.id } }])
})

test('a batch of the exchange takes nothing of the house', async () => {
  const net = [house('fees'), spotOf(1)].map(accountId)
  await db.transaction().execute((tx) => addNet(tx, 'taken', net, [-1, 1]))
  expect(await auditWays(db)).toMatchObject([{ about: { currency: USDT.id } }])
})

test('an entry of the right amount about another member is none that was awaited', async () => {
  await move('credited', 'deposit.credited', { from: house('suspense'), to: spotOf(1) })
  const find = (member: number) =>
    db.transaction().execute((tx) =>
      findUnposted(tx, {
        kinds: ['deposit.credited'],
        awaited: sql`select 'credited' as key, ${USDT.id}::integer as currency, 10 as amount,
          ${member}::integer as member_id`,
        most: 20,
      }),
    )
  expect(await find(1)).toEqual([])
  expect(await find(2)).toEqual([expect.stringContaining('of member 2 and of 1')])
})

/** Ten of it, in an entry about the first member. */
async function move(key: string, kind: Entry['kind'], way: Omit<Move, 'amount'>): Promise<void> {
  await add({ key, kind, at, memberId: 1, moves: [{ ...way, amount: 10n }] })
}

async function add(entry: Entry): Promise<void> {
  await db.transaction().execute((tx) => post(tx, entry))
}

async function addNet(tx: Tx, key: string, accounts: number[], available: number[]): Promise<void> {
  await sql`insert into ledger_account (id, owner, purpose, currency, floor)
    values (${accountId(spotOf(2))}, 2, 'change', ${USDT.id}, 0),
      (${accountId(house('fees'))}, null, 'fees', ${USDT.id}, 0) on conflict do nothing`.execute(tx)
  await sql`insert into ledger_entry (key, kind, at) values (${key}, 'trade.settled', ${at})`.execute(
    tx,
  )
  await sql`insert into ledger_net (entry_id, accounts, available, held)
    select id, ${accounts}::bigint[], ${available}::bigint[], array_fill(0::bigint, array[${accounts.length}::integer])
    from ledger_entry where key = ${key}`.execute(tx)
}
