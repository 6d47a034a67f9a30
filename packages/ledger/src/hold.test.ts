import type { Db, Tx } from '@btbc/database/database.ts'
import { type TestDatabase, createTestDatabase } from '@btbc/database/testing.ts'
import { currencies } from '@btbc/money/currency.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Account, houseAccount, memberAccount } from '#account.ts'
import { audit } from '#audit.ts'
import { balanceOf } from '#balances.ts'
import { type HoldEvent, hold, releaseHold, spendHold } from '#hold.ts'
import { InsufficientBalance } from '#post.ts'
import { give } from '#testing.ts'

const alice = memberAccount(1, 'change', currencies.USDT.id)
const bob = memberAccount(2, 'legal', currencies.USDT.id)
const fees = houseAccount('fees', currencies.USDT.id)
const deal = { kind: 'deal', id: 7n }

const at = new Date()

let database: TestDatabase
let db: Db

beforeEach(async () => {
  database = await createTestDatabase()
  db = database.db
  await give(db, alice, 100n, at)
})

afterEach(async () => {
  const findings = await audit(db)
  await database.drop()
  expect(findings).toEqual([])
})

test('what is held can be neither spent nor held again, until it is released', async () => {
  await commit((tx) => hold(tx, deal, alice, 80n, event('held')))
  expect(await balanceOf(db, alice)).toEqual({ available: 20n, held: 80n })
  const more = commit((tx) => hold(tx, { ...deal, id: 8n }, alice, 21n, event('more')))
  await expect(more).rejects.toThrow(InsufficientBalance)

  await commit((tx) => releaseHold(tx, deal, event('released')))
  expect(await balanceOf(db, alice)).toEqual({ available: 100n, held: 0n })
})

test('a hold is paid out to several, and what is left goes back', async () => {
  await commit((tx) => hold(tx, deal, alice, 80n, event('held')))
  await commit((tx) =>
    spendHold(tx, deal, event('paid'), [
      { to: bob, amount: 50n },
      { to: fees, amount: 1n },
    ]),
  )
  expect(await balanceOf(db, alice)).toEqual({ available: 20n, held: 29n })
  await commit((tx) => releaseHold(tx, deal, event('released')))
  expect(await balances([alice, bob, fees])).toEqual([49n, 50n, 1n])
})

test('a hold gives no more than it has, though the account holds more for others', async () => {
  await commit((tx) => hold(tx, deal, alice, 40n, event('held')))
  await commit((tx) => hold(tx, { ...deal, id: 8n }, alice, 40n, event('held too')))
  const tooMuch = commit((tx) => spendHold(tx, deal, event('paid'), [{ to: bob, amount: 41n }]))
  await expect(tooMuch).rejects.toThrow('The hold of deal 7 is 40, not 41')
})

test('each step of a hold is one event, however often it is asked for', async () => {
  for (let times = 0; times < 2; times++) {
    await commit((tx) => hold(tx, deal, alice, 80n, event('held')))
    await commit((tx) => spendHold(tx, deal, event('paid'), [{ to: bob, amount: 30n }]))
    await commit((tx) => releaseHold(tx, deal, event('released')))
  }
  expect(await balances([alice, bob])).toEqual([70n, 30n])
})

test('of a payment and a release at once, one wins', async () => {
  await commit((tx) => hold(tx, deal, alice, 80n, event('held')))
  const outcomes = await Promise.allSettled([
    commit((tx) => spendHold(tx, deal, event('paid'), [{ to: bob, amount: 80n }])),
    commit((tx) => releaseHold(tx, deal, event('released'))),
  ])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('one thing has one hold in its lifetime, and without one nothing is released', async () => {
  await commit((tx) => hold(tx, deal, alice, 10n, event('held')))
  const again = commit((tx) => hold(tx, deal, alice, 10n, event('again')))
  await expect(again).rejects.toThrow('duplicate key')
  const none = commit((tx) => releaseHold(tx, { ...deal, id: 9n }, event('released')))
  await expect(none).rejects.toThrow('no hold of deal 9')
})

async function balances(accounts: readonly Account[]): Promise<bigint[]> {
  const found = await Promise.all(accounts.map((account) => balanceOf(db, account)))
  return found.map(({ available }) => available)
}

function event(key: string): HoldEvent {
  return { key, kind: 'genesis.sample_granted', at }
}

function commit<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(work)
}
