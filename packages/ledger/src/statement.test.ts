import { createTestDatabase, looksOf } from '@btbc/database/testing.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { statementOfAccount } from '#account-statement.ts'
import { accountId, houseAccount, memberAccount } from '#account.ts'
import { balancesOfHouse, balancesOfMember, totals } from '#balances.ts'
import { hold } from '#hold.ts'
import { post } from '#post.ts'
import { explainAccount } from '#explain.ts'
import { linesBefore, statementOfMember } from '#statement.ts'
import { give } from '#testing.ts'

const { USDT, BTBC, LAUNCH } = currencies
const change = memberAccount(1, 'change', USDT.id)
const launches = memberAccount(1, 'launches', LAUNCH.id)
const fees = houseAccount('fees', USDT.id)
const NOON = Date.parse('2026-03-01T12:00:00Z')

function minute(n: number): Date {
  return new Date(NOON + n * 60_000)
}

async function openBooks() {
  const { db, drop } = await createTestDatabase()
  await give(db, change, 100n, minute(0))
  await give(db, memberAccount(2, 'change', USDT.id), 500n, minute(1))
  await db.transaction().execute(async (tx) => {
    await post(tx, {
      key: 'bought',
      kind: 'launch.bought',
      at: minute(2),
      memberId: 1,
      note: { launches: 3 },
      moves: [
        { from: change, to: fees, amount: 30n },
        { from: houseAccount('issuance', LAUNCH.id), to: launches, amount: 3n },
      ],
    })
    const held = { key: 'held', kind: 'genesis.sample_granted', at: minute(3) } as const
    await hold(tx, { kind: 'order', id: 1n }, change, 20n, held)
    const used = { from: launches, to: houseAccount('issuance', LAUNCH.id), amount: 1n }
    await post(tx, { key: 'used', kind: 'launch.used', at: minute(4), memberId: 1, moves: [used] })
  })
  return { db, drop }
}

test('a statement has a line for each account an entry changed, newest first', async () => {
  const { db, drop } = await openBooks()
  const { rows, total } = await statementOfMember(db, 1, { limit: 10, page: 1 })
  expect(total).toBe(4)
  expect(rows.map(({ kind, purpose, value, at }) => [kind, purpose, value, at])).toEqual([
    ['launch.used', 'launches', -1n, minute(4)],
    ['launch.bought', 'change', -30n, minute(2)],
    ['launch.bought', 'launches', 3n, minute(2)],
    ['genesis.sample_granted', 'change', 100n, minute(0)],
  ])
  expect(rows[1]).toMatchObject({ currency: USDT.id, note: { launches: 3 } })
  await drop()
})

test('a statement is read in pages, and by kind and currency', async () => {
  const { db, drop } = await openBooks()
  const second = await statementOfMember(db, 1, { limit: 3, page: 2 })
  expect(second.rows.map(({ value }) => value)).toEqual([100n])
  expect(second.total).toBe(4)
  expect(await statementOfMember(db, 1, { limit: 3, page: 9 })).toEqual({ rows: [], total: 4 })
  const bought = await statementOfMember(db, 1, { kinds: ['launch.bought'], limit: 9, page: 1 })
  expect(bought.rows.map(({ value }) => value)).toEqual([-30n, 3n])
  const inUsdt = await statementOfMember(db, 1, { currency: USDT.id, limit: 9, page: 1 })
  expect(inUsdt.rows.map(({ value }) => value)).toEqual([-30n, 100n])
  expect(await statementOfMember(db, 3, { limit: 9, page: 1 })).toEqual({ rows: [], total: 0 })
  await drop()
})

test('the lines before one are found by key, however many stand above and below it', async () => {
  const { db, drop } = await openBooks()
  const id = accountId(change)
  const lists = 400
  const each = 10
  const last = lists * each
  await sql`insert into ledger_entry (id, key, kind, at)
    select 1000000 + n, 'made up ' || n, 'run.mined', ${minute(9)}
    from generate_series(1, ${last}::int) n`.execute(db)
  await sql`insert into ledger_line (account_id, kind, side, through, entries, available, held)
    select ${id}, 'run.mined', 1, n * ${each}::int,
      array(select 1000000 + (n - 1) * ${each}::int + m from generate_series(1, ${each}::int) m),
      array_fill(1::bigint, array[${each}::int]), array_fill(0::bigint, array[${each}::int])
    from generate_series(1, ${lists}::int) n`.execute(db)
  await sql`insert into ledger_line_sum (account_id, kind, side, lines, available, held)
    values (${id}, 'run.mined', 1, ${last}::int, ${last}::int, 0)`.execute(db)
  await sql`analyze`.execute(db)
  for (const nth of [last, last - 1, last / 2, 25, 1]) {
    const before = { entryId: BigInt(1_000_000 + nth), accountId: BigInt(id) }
    const read = () => linesBefore(db, 1, { before, limit: 20 })
    const rows = (await read()).filter(({ kind }) => kind === 'run.mined')
    const expected = Array.from({ length: Math.min(20, nth - 1) }, (_, n) => nth - 1 - n)
    expect(rows.map(({ entryId }) => Number(entryId) - 1_000_000)).toEqual(expected)
    const looks = await looksOf(db, read)
    expect(looks.rows).toBeLessThan(100)
    expect(looks.scans).not.toContain('ledger_line')
  }
  await drop()
})

test('statements that are asked for in one moment are each of their own member, filter and page', async () => {
  const { db, drop } = await openBooks()
  const asked = [
    { member: 1, limit: 3, page: 1 },
    { member: 2, limit: 9, page: 1 },
    { member: 1, kinds: ['launch.bought'] as const, limit: 1, page: 2 },
    { member: 3, limit: 9, page: 1 },
    {
      member: 1,
      kinds: [],
      outgoing: ['launch.bought', 'launch.used'] as const,
      limit: 9,
      page: 1,
    },
    { member: 1, currency: LAUNCH.id, limit: 9, page: 1 },
    { member: 1, limit: 500, page: 1_000_000 },
  ]
  const answers = await Promise.all(
    asked.map(({ member, ...options }) => statementOfMember(db, member, options)),
  )
  expect(answers.map(({ rows, total }) => [total, ...rows.map(({ value }) => value)])).toEqual([
    [4, -1n, -30n, 3n],
    [1, 500n],
    [2, 3n],
    [0],
    [2, -1n, -30n],
    [2, -1n, 3n],
    [4],
  ])
  await drop()
})

test('the balances of a member and of the house are what the entries left', async () => {
  const { db, drop } = await openBooks()
  expect(await balancesOfMember(db, 1)).toEqual([
    { purpose: 'change', currency: USDT.id, available: 50n, held: 20n },
    { purpose: 'launches', currency: LAUNCH.id, available: 2n, held: 0n },
  ])
  const house = await balancesOfHouse(db)
  expect(house.map((each) => [each.purpose, each.currency, each.available])).toEqual([
    ['issuance', LAUNCH.id, -2n],
    ['chain', USDT.id, -600n],
    ['fees', USDT.id, 30n],
  ])
  await drop()
})

test('the totals say what is owed and what stands behind it', async () => {
  const { db, drop } = await openBooks()
  await give(db, memberAccount(1, 'unclaimed', BTBC.id), 9n, minute(5))
  await give(db, houseAccount('pool:mining', BTBC.id), 7n, minute(5))
  await give(db, houseAccount('reserve:run', BTBC.id), 5n, minute(5))
  const all = await totals(db)
  const nothing = { fees: 0n, dust: 0n, suspense: 0n, issued: 0n, gas: 0n }
  const none = { pools: {}, reserves: {}, rails: {}, ...nothing }
  expect(all.find(({ currency }) => currency === USDT.id)).toEqual({
    ...none,
    currency: USDT.id,
    owed: { available: 550n, held: 20n, unclaimed: 0n },
    fees: 30n,
    custody: 600n,
  })
  expect(all.find(({ currency }) => currency === BTBC.id)).toEqual({
    ...none,
    currency: BTBC.id,
    owed: { available: 0n, held: 0n, unclaimed: 9n },
    pools: { mining: 7n },
    reserves: { run: 5n },
    custody: 0n,
    issued: 21n,
  })
  await drop()
})

test('the statement of one account carries its balance from line to line, over pages too', async () => {
  const { db, drop } = await openBooks()
  const read = async (limit: number, page: number) => {
    const { rows, total } = await statementOfAccount(db, change, { limit, page })
    return { total, rows: rows.map(({ kind, value, balance }) => [kind, value, balance]) }
  }
  const lines = [
    ['launch.bought', -30n, 70n],
    ['genesis.sample_granted', 100n, 100n],
  ]
  expect(await read(10, 1)).toEqual({ total: 2, rows: lines })
  expect(await read(1, 1)).toEqual({ total: 2, rows: lines.slice(0, 1) })
  expect(await read(1, 2)).toEqual({ total: 2, rows: lines.slice(1) })
  expect(await read(1, 3)).toEqual({ total: 2, rows: [] })
  const never = memberAccount(7, 'change', USDT.id)
  expect(await statementOfAccount(db, never, { limit: 5, page: 1 })).toEqual({ rows: [], total: 0 })
  await drop()
})

test('a balance is explained by its moves, kind by kind, to the last unit', async () => {
  const { db, drop } = await openBooks()
  const { available, held, kinds } = await explainAccount(db, change)
  expect({ available, held }).toEqual({ available: 50n, held: 20n })
  // The hold is posted under a kind that is there anyway; it takes from one part what it gives the other.
  expect(kinds).toEqual([
    { kind: 'genesis.sample_granted', entries: 2, available: 80n, held: 20n },
    { kind: 'launch.bought', entries: 1, available: -30n, held: 0n },
  ])
  const never = memberAccount(7, 'change', USDT.id)
  expect(await explainAccount(db, never)).toEqual({ available: 0n, held: 0n, kinds: [] })
  await drop()
})
