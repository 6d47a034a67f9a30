import type { Db } from '@btbc/database/database.ts'
import { type TestDatabase, createTestDatabase } from '@btbc/database/testing.ts'
import { currencies } from '@btbc/money/currency.ts'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type Account,
  accountId,
  accountOf,
  floorOf,
  houseAccount,
  memberAccount,
} from '#account.ts'
import { audit } from '#audit.ts'
import { balanceOf } from '#balances.ts'
import { postBatch } from '#post-batch.ts'
import { type Entry, InsufficientBalance, type Part, post } from '#post.ts'

const { USDT, LAUNCH } = currencies
const RUNS = 60
const at = new Date()

/** All runs share one database; each has members and keys of its own. */
let runs = 0

function accountsOfRun(run: number): Account[] {
  return [
    houseAccount('chain', USDT.id),
    houseAccount('issuance', LAUNCH.id),
    houseAccount('fees', USDT.id),
    ...[1, 2, 3].flatMap((n) => [
      memberAccount(run * 3 + n, 'change', USDT.id),
      memberAccount(run * 3 + n, 'legal', USDT.id),
      memberAccount(run * 3 + n, 'launches', LAUNCH.id),
    ]),
  ]
}
const CHOICES = accountsOfRun(0).length

const part = fc.constantFrom<Part>('available', 'available', 'available', 'held')
const choice = fc.nat({ max: CHOICES - 1 })
const step = fc.record({
  // Few keys, so that many are used again, with the same content and with another.
  key: fc.nat({ max: 25 }),
  moves: fc.array(
    fc.record({
      from: choice,
      fromPart: part,
      to: choice,
      toPart: part,
      amount: fc.bigInt(1n, 100n),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  again: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** The step as an entry over the accounts of a run, without the moves no entry can have. */
function entryOf({ key, moves }: Step, run: number): Entry | undefined {
  const accounts = accountsOfRun(run)
  const possible = moves.flatMap((move) => {
    const [from, to] = [accounts[move.from], accounts[move.to]]
    if (!from || !to || from.currency !== to.currency) return []
    return from === to && move.fromPart === move.toPart ? [] : [{ ...move, from, to }]
  })
  if (possible.length === 0) return undefined
  return { key: `run:${run}:${key}`, kind: 'genesis.sample_granted', at, moves: possible }
}

/** The books as one would keep them on paper. */
class Model {
  readonly entries = new Map<string, Entry>()
  readonly #balances = new Map<number, { available: bigint; held: bigint }>()

  balance(account: Account): { available: bigint; held: bigint } {
    return this.#balances.get(accountId(account)) ?? { available: 0n, held: 0n }
  }

  /** What posting the entry must answer; 'posted' also books it. */
  post(entry: Entry): 'posted' | 'known' | 'different' | 'short' {
    const known = this.entries.get(entry.key)
    if (known) return known.moves === entry.moves ? 'known' : 'different'
    const after = new Map<number, { available: bigint; held: bigint }>()
    const change = (account: Account, side: Part, amount: bigint): void => {
      const sum = after.get(accountId(account)) ?? { ...this.balance(account) }
      sum[side] += amount
      after.set(accountId(account), sum)
    }
    for (const { from, fromPart = 'available', to, toPart = 'available', amount } of entry.moves) {
      change(from, fromPart, -amount)
      change(to, toPart, amount)
    }
    for (const [id, { available, held }] of after) {
      if (available < floorOf(accountOf(id)) || held < 0n) return 'short'
    }
    for (const [id, balance] of after) this.#balances.set(id, balance)
    this.entries.set(entry.key, entry)
    return 'posted'
  }
}

let database: TestDatabase
let db: Db
let model: Model

beforeEach(async () => {
  database = await createTestDatabase()
  db = database.db
  model = new Model()
})

afterEach(async () => {
  // The model moves the held part without holds, which is the one thing the audit must find.
  const findings = await audit(db)
  await database.drop()
  expect(findings.filter(({ rule }) => !rule.startsWith('I5'))).toEqual([])
})

test('any entries in any order leave the books as paper would', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
      const run = ++runs
      for (const each of steps) {
        const entry = entryOf(each, run)
        const known = entry && each.again ? model.entries.get(entry.key) : undefined
        if (entry) expect(await outcomeOf(known ?? entry)).toBe(model.post(known ?? entry))
      }
      await expectModel(run)
    }),
    { numRuns: RUNS },
  )
  expect(await sumOfAll()).toBe(0n)
})

test('a batch leaves the same books as its entries one by one', async () => {
  const distinct = fc.uniqueArray(step, { selector: ({ key }) => key, minLength: 1, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(distinct, async (steps) => {
      const run = ++runs
      const entries = steps
        .flatMap((each) => entryOf(each, run) ?? [])
        .filter((entry) => model.post(entry) === 'posted')
      // Some of the batch is there already.
      for (const entry of entries.slice(0, 2)) await outcomeOf(entry)
      const { posted } = await db.transaction().execute((tx) => postBatch(tx, entries))
      expect(posted).toEqual(entries.map((_, n) => n >= 2))
      await expectModel(run)
    }),
    { numRuns: RUNS },
  )
  expect(await sumOfAll()).toBe(0n)
})

test('an account and its id are two names of one thing', () => {
  const member = fc.integer({ min: 1, max: 2 ** 31 - 1 })
  fc.assert(
    fc.property(member, (id) => {
      const account = memberAccount(id, 'legal', USDT.id)
      expect(Number.isSafeInteger(accountId(account))).toBe(true)
      expect(accountOf(accountId(account))).toEqual(account)
    }),
  )
  for (const account of accountsOfRun(1)) {
    expect(accountOf(accountId(account))).toEqual(account)
  }
})

async function expectModel(run: number): Promise<void> {
  for (const account of accountsOfRun(run)) {
    expect(await balanceOf(db, account)).toEqual(model.balance(account))
  }
}

async function sumOfAll(): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select sum(available + held) as sum from ledger_account`.execute(db)
  return rows[0]?.sum ?? 0n
}

async function outcomeOf(entry: Entry): Promise<string> {
  try {
    const { posted } = await db.transaction().execute((tx) => post(tx, entry))
    return posted ? 'posted' : 'known'
  } catch (error) {
    if (error instanceof InsufficientBalance) return 'short'
    if (error instanceof Error && error.message.startsWith('Another entry')) return 'different'
    throw error
  }
}
