import { type Db, openPipeline, type Pipeline } from '@btbc/database/database.ts'
import { lockWork, workLocks } from '@btbc/database/locks.ts'
import { type TestDatabase, createTestDatabase } from '@btbc/database/testing.ts'
import { currencies } from '@btbc/money/currency.ts'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { statementOfAccount } from '#account-statement.ts'
import { type Account, accountId, houseAccount, memberAccount } from '#account.ts'
import { audit } from '#audit.ts'
import { balanceOf } from '#balances.ts'
import { chainEntries } from '#chain.ts'
import { listLines } from '#lines.ts'
import { post } from '#post.ts'
import { type Net, postNetsStatement } from '#post-net.ts'
import { explainAccount } from '#explain.ts'
import { linesBefore, type StatementLine, statementOfMember } from '#statement.ts'
import { chainAll, give } from '#testing.ts'

const at = new Date('2026-03-01T12:00:00.000Z')
const { USDT, BNB } = currencies
const fees = houseAccount('fees', USDT.id)

let database: TestDatabase
let db: Db
let pipeline: Pipeline

beforeEach(async () => {
  database = await createTestDatabase()
  db = database.db
  pipeline = await openPipeline(db, 1_000)
  await give(db, usdt(1), 1_000n, at)
  await give(db, usdt(2), 1_000n, at)
})

afterEach(async () => {
  await pipeline.close()
  const findings = await findFaults()
  await database.drop()
  expect(findings).toEqual([])
})

/** What is held here is held for nothing. */
async function findFaults() {
  return (await audit(db)).filter(({ rule }) => !rule.startsWith('I5'))
}

/** What only a superuser can do. */
async function bendGathered(by: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update ledger_line_gathered set available[1] = available[1] + ${by}::integer`.execute(
      tx,
    )
  })
}

function usdt(memberId: number): Account {
  return memberAccount(memberId, 'change', USDT.id)
}

/** `[account, available, held]`, in any order. */
function netOf(...lines: [Account, number, number][]): Net {
  const sorted = lines
    .map(([account, available, held]) => ({ id: accountId(account), available, held }))
    .toSorted((a, b) => a.id - b.id)
  return {
    accounts: sorted.map(({ id }) => id),
    available: sorted.map(({ available }) => BigInt(available)),
    held: sorted.map(({ held }) => BigInt(held)),
  }
}

let keys = 0

async function postNet(net: Net, key = `net:${(keys += 1)}`, unopened = net.accounts) {
  const entry = { key, kind: 'trade.settled', at, net } as const
  await pipeline.run(postNetsStatement([entry], unopened, at, []))
}

test('a net entry changes every account it names by what it says, and opens those that are new', async () => {
  await postNet(netOf([usdt(1), -30, 0], [usdt(2), 20, 5], [usdt(3), 4, 0], [fees, 1, 0]))
  await postNet(netOf([usdt(2), 5, -5]))
  expect(await balanceOf(db, usdt(1))).toEqual({ available: 970n, held: 0n })
  expect(await balanceOf(db, usdt(2))).toEqual({ available: 1_025n, held: 0n })
  expect(await balanceOf(db, usdt(3))).toEqual({ available: 4n, held: 0n })
  expect(await balanceOf(db, fees)).toEqual({ available: 1n, held: 0n })
})

test.each<[string, () => Promise<unknown>, RegExp]>([
  [
    'gives more than it takes',
    () => postNet(netOf([usdt(1), -5, 0], [usdt(2), 6, 0])),
    /more than/,
  ],
  [
    'balances only over two currencies',
    () => postNet(netOf([usdt(1), -5, 0], [memberAccount(2, 'change', BNB.id), 5, 0])),
    /more than/,
  ],
  [
    'takes what is not there',
    () => postNet(netOf([usdt(1), -1_001, 0], [usdt(2), 1_001, 0])),
    /ledger_account_available/,
  ],
  ['frees what is not held', () => postNet(netOf([usdt(1), 11, -11])), /ledger_account_held/],
  [
    'names an account that is not opened',
    () => postNet(netOf([usdt(1), -5, 0], [usdt(9), 5, 0]), 'unknown', []),
    /unknown account/,
  ],
  ['names no account', () => postNet(netOf()), /ledger_net_lines/],
  ['comes a second time', () => postNet(netOf([usdt(1), -1, 1]), 'net:1'), /ledger_entry_key/],
  [
    'names an account twice',
    async () => postNet(netOf([usdt(1), -5, 0], [usdt(1), 5, 0])),
    /out of order/,
  ],
  [
    'funds a pool',
    async () => postNet(netOf([usdt(1), -5, 0], [houseAccount('pool:lock', USDT.id), 5, 0])),
    /may touch/,
  ],
])('an entry that %s is refused and changes nothing', async (_, attempt, why) => {
  keys = 0
  await postNet(netOf([usdt(1), -10, 10]))
  await expect(attempt()).rejects.toThrow(why)
  expect(await balanceOf(db, usdt(1))).toEqual({ available: 990n, held: 10n })
  expect(await balanceOf(db, usdt(2))).toEqual({ available: 1_000n, held: 0n })
})

test('a balance cannot be changed beside the entries, whatever the statement is', async () => {
  const beside = db.updateTable('ledger_account').set({ available: 5n }).execute()
  await expect(beside).rejects.toThrow('append-only')
  const lines = db.updateTable('ledger_net').set({ held: [] }).execute()
  await expect(lines).rejects.toThrow('append-only')
})

test('a statement tells net entries the same before they are gathered, then, and when they are listed, those of the busy first', async () => {
  for (let n = 1; n <= 7; n += 1) {
    await postNet(netOf([usdt(1), -10 * n, n], [usdt(2), 9 * n, 0]))
    await postNet(netOf([usdt(1), 1, -1]))
  }
  const read = async () => ({
    member: await statementOfMember(db, 1, { limit: 5, page: 1 }),
    account: await statementOfAccount(db, usdt(1), { limit: 5, page: 2 }),
    explained: await explainAccount(db, usdt(1)),
    other: await statementOfMember(db, 2, { limit: 50, page: 1 }),
    walked: await walkLines(db, 1),
  })
  const fresh = await read()
  expect(fresh.member.total).toBe(8)
  expect(fresh.member.rows.map(({ value }) => value)).toEqual([-63n, -54n, -45n, -36n, -27n])
  expect(fresh.walked).toEqual((await statementOfMember(db, 1, { limit: 50, page: 1 })).rows)
  expect(fresh.explained).toMatchObject({ available: 727n, held: 21n })
  const gathered = async () => {
    const { rows } = await sql<{ members: number }>`
      select distinct members from ledger_line_gathered order by members`.execute(db)
    return rows.map(({ members }) => members)
  }
  const steps = [
    { step: { stretch: 9, busyLines: 10 }, waiting: [1, 2] },
    // The first has a line in each of the next four entries, the other in two.
    { step: { stretch: 4, busyLines: 3 }, waiting: [2] },
    { step: { stretch: 1, gatheredMax: 1 }, waiting: [] },
  ]
  for (const [n, { step, waiting }] of steps.entries()) {
    // Other tests' transactions on the same server may hold the chain up for a moment.
    while ((await listLines(db, step)) === 0) await chainEntries(db)
    expect(await gathered()).toEqual(waiting)
    expect(await read()).toEqual(fresh)
    expect(await findFaults()).toEqual([])
    if (n > 0) continue
    await bendGathered(1)
    expect(await findFaults()).not.toEqual([])
    await bendGathered(-1)
  }
})

test('a turn that is ended lists no further stretch, and the next one goes on behind it', async () => {
  for (let n = 1; n <= 6; n += 1) await postNet(netOf([usdt(1), -1, 1]))
  await chainAll(db)
  const ending = new AbortController()
  const turn = listLines(db, { stretch: 1, signal: ending.signal })
  ending.abort()
  expect(await turn).toBe(1)
  expect(await listLines(db, { stretch: 1 })).toBeGreaterThanOrEqual(5)
  expect(await listLines(db, { stretch: 1 })).toBe(0)
})

test('an entry that was committed while a stretch was gathered is in a later one', async () => {
  await chainAll(db)
  // Where the server looks at the mark it waits, with all that it will see of the entries behind it.
  await sql`alter table ledger_chain_mark enable row level security`.execute(db)
  await sql`create policy gate on ledger_chain_mark to btbc_app
    using (pg_advisory_lock_shared(${sql.lit(workLocks.testTemplates)}) is not null)`.execute(db)
  const waiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event = 'advisory'`.execute(db)
    return rows
  }
  const { turn } = await db.transaction().execute(async (gate) => {
    await lockWork(gate, 'testTemplates')
    const listing = await db.transaction().execute(async (tx) => {
      const moves = [{ from: usdt(1), to: usdt(2), amount: 1n }]
      await post(tx, { key: 'late', kind: 'genesis.sample_granted', at, moves })
      await give(db, memberAccount(1, 'change', BNB.id), 1n, at)
      const begun = listLines(database.appDb, { stretch: 3 })
      await expect.poll(waiting).toHaveLength(1)
      return { turn: begun }
    })
    await chainAll(db)
    return listing
  })
  expect(await turn).toBe(0)
  expect(await listLines(db, { stretch: 4 })).toBe(4)
})

/** All lines of a member, three at a time, each page before the last line of the one above it. */
async function walkLines(books: Db, memberId: number): Promise<StatementLine[]> {
  const walked = (await statementOfMember(books, memberId, { limit: 3, page: 1 })).rows
  for (let before = walked.at(-1); before;) {
    const rows = await linesBefore(books, memberId, { before, limit: 3 })
    walked.push(...rows)
    before = rows.at(-1)
  }
  return walked
}

test('whatever the lines are, the balances follow them or nothing happens', async () => {
  const line = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: -400, max: 400 }))
  const model = new Map<number, bigint>([
    [1, 1_000n],
    [2, 1_000n],
  ])
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(line, { selector: ([member]) => member, minLength: 1 }),
      async (lines) => {
        const sum = lines.reduce((total, [, value]) => total + value, 0)
        const net = netOf(
          ...lines.map(([member, value]): [Account, number, number] => [usdt(member), value, 0]),
          [fees, -sum, 0],
        )
        const isCovered = lines.every(
          ([member, value]) => (model.get(member) ?? 0n) + BigInt(value) >= 0n,
        )
        const feesBefore = (await balanceOf(db, fees)).available
        const posted = await postNet(net).then(
          () => true,
          () => false,
        )
        expect(posted).toBe(isCovered && feesBefore >= BigInt(sum))
        if (posted)
          for (const [member, value] of lines)
            model.set(member, (model.get(member) ?? 0n) + BigInt(value))
        for (const [member, balance] of model)
          expect((await balanceOf(db, usdt(member))).available).toBe(balance)
      },
    ),
    { numRuns: 60 },
  )
})
