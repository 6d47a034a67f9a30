import { type Db, openDatabase } from '@btbc/database/database.ts'
import { createTestDatabase } from '@btbc/database/testing.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { give } from '@btbc/ledger/testing.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { openExchange } from '../open-exchange.ts'
import { readOrder, told, units } from '#testing/exchange.ts'

const at = new Date('2026-03-01T12:00:00.000Z')
const ROWS = 20_000
/** What a batch looks for by key: open orders, and everything in the books. The rest it only adds to. */
const SOUGHT = ['exchange_open_order', 'ledger%']

/** Each session's counters are complete once its connections are closed. */
async function inSession(url: string, work: (db: Db) => Promise<void>): Promise<void> {
  const db = openDatabase(url)
  try {
    await work(db)
  } finally {
    await db.destroy()
  }
}

async function scansIn(url: string, work: (db: Db) => Promise<void>): Promise<number[]> {
  const before = await readScans(url)
  await inSession(url, work)
  const after = await readScans(url)
  return after.map((count, n) => count - (before[n] ?? 0))
}

async function readScans(url: string): Promise<number[]> {
  const counts: number[] = []
  await inSession(url, async (db) => {
    for (const table of SOUGHT) {
      const { rows } = await sql<{ scans: number }>`
        select sum(seq_scan)::integer as scans from pg_stat_user_tables where relname like ${table}`.execute(
        db,
      )
      counts.push(rows[0]?.scans ?? 0)
    }
  })
  return counts
}

async function trade(db: Db, batches: number): Promise<void> {
  const failures: unknown[] = []
  const report = (error: unknown) => void failures.push(error)
  const exchange = await openExchange({ db, now: () => at, owner: 'plans', report })
  const answers: string[] = []
  for (let n = 0; n < batches; n += 1) {
    answers.push(told(await exchange.place(readOrder('1 buy 2 BNB at 100'))))
    answers.push(told(await exchange.place(readOrder('2 sell 1 BNB at 100'))))
    answers.push(...(await exchange.cancelAll(1)).map(told))
  }
  await exchange.stop()
  expect(failures).toEqual([])
  const round = ['open 0 of 2', 'filled 1 of 1', 'cancelled 1 of 2']
  expect(answers).toEqual(Array.from({ length: batches }, () => round).flat())
}

/** Far from the price, so that the book is full and nothing in it trades. */
async function fill(db: Db): Promise<void> {
  await sql`insert into exchange_open_order (market_id, id, member_id, terms,
      price, quantity, filled, quote_filled, fee, held, is_waiting, priority, created_at, updated_at)
    select 18, 1000000000 + n, 10 + n, 1, 1000000 + n, 1, 0, 0, 0, 100000, false, n, now(), now()
    from generate_series(1, ${ROWS}::integer) n`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

test('a batch finds its rows by key, whether its plans were made on empty or on full tables', async () => {
  const { url, db, drop } = await createTestDatabase()
  onTestFinished(drop)
  await give(db, memberAccount(1, 'change', currencies.USDT.id), units('1000000'), at)
  await give(db, memberAccount(2, 'change', currencies.BNB.id), units('1000'), at)
  const opening = await scansIn(url, (session) => trade(session, 0))
  expect(await scansIn(url, (session) => trade(session, 12))).toEqual(opening)
  await inSession(url, fill)
  const openingFull = await scansIn(url, (session) => trade(session, 0))
  expect(await scansIn(url, (session) => trade(session, 12))).toEqual(openingFull)
})
