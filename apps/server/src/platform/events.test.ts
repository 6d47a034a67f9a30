import { setTimeout as sleep } from 'node:timers/promises'

import type { Db, Tx } from '@btbc/database/database.ts'
import { openDatabase } from '@btbc/database/database.ts'
import { createTestDatabase, type TestDatabase } from '@btbc/database/testing.ts'
import { memberAccount, houseAccount } from '@btbc/ledger/account.ts'
import { post } from '@btbc/ledger/post.ts'
import { entryKinds } from '@btbc/ledger/kinds.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { type HouseEvent, openEvents, publish } from './events.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  await sql`create table counter (n integer not null)`.execute(db)
  await sql`insert into counter values (0)`.execute(db)
})
afterAll(async () => await database.drop())

const WAIT = { interval: 20 }

async function follow(handle: Db) {
  const events = await openEvents(handle, (error) => {
    throw error
  })
  const heard: HouseEvent[] = []
  events.follow((event) => heard.push(event))
  onTestFinished(() => events.stop())
  return heard
}

const seen = (to: number): HouseEvent => ({ to, kind: 'deposit.seen' })

async function count(tx: Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`update counter set n = n + 1 returning n`.execute(tx)
  return rows[0]?.n ?? 0
}

test('what a transaction published is told after its commit, once, and nothing of one that is undone', async () => {
  const heard = await follow(db)
  await db.transaction().execute(async (tx) => {
    publish(tx, seen(7))
    publish(tx, { to: 7, kind: 'run.ended' })
    publish(tx, seen(7))
    await count(tx)
    expect(heard).toEqual([])
  })
  expect(heard).toEqual([seen(7), { to: 7, kind: 'run.ended' }])
  const undone = db.transaction().execute(async (tx) => {
    publish(tx, seen(8))
    await count(tx)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  const refused = db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      publish(tx, seen(8))
      // The database undoes it at the commit: what failed was swallowed.
      await sql`select 1 / 0`.execute(tx).catch(() => undefined)
    })
  await expect(refused).rejects.toThrow()
  expect(heard.filter(({ to }) => to === 8)).toEqual([])
})

test('an entry of the books tells every member in it that a balance changed', async () => {
  const heard = await follow(db)
  const [kind] = Object.keys(entryKinds) as (keyof typeof entryKinds)[]
  if (!kind) throw new Error('there are no kinds')
  const usdt = currencies.USDT.id
  const give = (key: string) =>
    db.transaction().execute(async (tx) => {
      const moves = [11, 12].map((owner) => ({
        from: houseAccount('chain', usdt),
        to: memberAccount(owner, 'change', usdt),
        amount: 5n,
      }))
      return await post(tx, { key, kind, at: new Date(), moves })
    })
  await give('one')
  const both = [11, 12].map((to) => ({ to, kind: 'balance.changed' }))
  expect(heard).toEqual(both)
  // The same event again changes nothing and is told to nobody.
  expect(await give('one')).toEqual({ posted: false })
  expect(heard).toEqual(both)
})

test('a member hears of changes in the order of the commits, whoever is undone in between', async () => {
  const handle = openDatabase(database.url, { connectionsMax: 12 })
  onTestFinished(() => handle.destroy())
  const heard = await follow(handle)
  const numbers = new Map<HouseEvent, number>()
  await Promise.all(
    Array.from({ length: 300 }, async (_, n) => {
      const event = seen(9)
      const work = handle.transaction().execute(async (tx) => {
        numbers.set(event, await count(tx))
        publish(tx, event)
        publish(tx, seen(100 + n))
        if (n % 7 === 0) throw new Error('undone')
      })
      await work.catch(() => numbers.delete(event))
    }),
  )
  const told = heard.filter(({ to }) => to === 9).map((event) => numbers.get(event))
  expect(told).toHaveLength(numbers.size)
  expect(told).toEqual([...numbers.values()].toSorted((a, b) => a - b))
  expect(heard).toHaveLength(2 * numbers.size)
})

test('what another server commits is heard here; a broken line says that something was missed', async () => {
  const other = openDatabase(database.url)
  onTestFinished(() => other.destroy())
  const own = await follow(db)
  const elsewhere = await follow(other)
  const commit = async (to: number) =>
    await db.transaction().execute(async (tx) => publish(tx, seen(to)))
  await commit(21)
  await expect.poll(() => elsewhere, WAIT).toContainEqual(seen(21))
  // Many at once are several notifications.
  await db.transaction().execute(async (tx) => {
    for (let to = 1000; to < 1500; to += 1) publish(tx, seen(to))
  })
  await expect.poll(() => elsewhere.length, WAIT).toBe(501)
  await sql`select pg_notify('btbc_event', 'no event of ours')`.execute(db)

  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where query like 'listen %' and datname = current_database()`.execute(db)
  await expect.poll(() => elsewhere, WAIT).toContainEqual({ to: 'everyone', kind: 'missed' })
  await expect.poll(() => own, WAIT).toContainEqual({ to: 'everyone', kind: 'missed' })
  await commit(22)
  await expect.poll(() => elsewhere, WAIT).toContainEqual(seen(22))
  expect(own.filter(({ to }) => to === 21 || to === 22)).toEqual([seen(21), seen(22)])
})

test('that others cannot be heard is told once, until they are heard again', async () => {
  const alone = await createTestDatabase()
  const admin = openDatabase(database.url)
  const said: string[] = []
  const events = await openEvents(alone.db, (_, what) => said.push(what))
  onTestFinished(async () => {
    await events.stop()
    await alone.drop()
    await admin.destroy()
  })
  const heard: HouseEvent[] = []
  events.follow((event) => heard.push(event))
  const named = new URL(alone.url).pathname.slice(1)
  const name = sql.id(named)
  await sql`alter database ${name} allow_connections false`.execute(admin)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where query like 'listen %' and datname = ${named}`.execute(admin)
  await expect.poll(() => said, WAIT).toEqual(['events of other servers'])
  // Long enough for it to be tried again.
  await sleep(2500)
  await sql`alter database ${name} allow_connections true`.execute(admin)
  await expect.poll(() => heard, WAIT).toContainEqual({ to: 'everyone', kind: 'missed' })
  expect(said).toHaveLength(1)
})
