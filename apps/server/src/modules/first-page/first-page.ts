import type { Db } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { describeSolvency, type Promises } from '#modules/solvency/solvency.ts'
import { MINUTE_MS } from '#platform/durations.ts'
import type { At } from '#platform/clock.ts'
import { remember } from '#platform/remember.ts'

/** What a stranger sees first. Every figure is from the books, and none is counted while they wait. */

const COUNTS_MS = 2_000
const COVERAGE_MS = MINUTE_MS

export type FirstPageFigures = {
  at: Date
  members: number
  openRuns: number
  coverage: Coverage
}
type Counts = { at: Date; members: number; openRuns: number }
type Coverage = { at: Date; covered: number; currencies: number }

/** The figures, remembered for all callers of this server. */
export function openFirstPage(promises: Promises): (db: Db, at: At) => Promise<FirstPageFigures> {
  const counts = remember(COUNTS_MS, readCounts)
  const coverage = remember(COVERAGE_MS, (db, at) => readCoverage(db, { promises, ...at }))
  return async (db, at) => ({ ...(await counts(db, at)), coverage: await coverage(db, at) })
}

async function readCounts(db: Db, { now }: At): Promise<Counts> {
  const { rows } = await sql<{ name: string; count: bigint }>`
    select name, count + (
      select coalesce(sum(change), 0) from tally_change where tally_change.name = tally.name
    )::bigint as count
    from tally`.execute(db)
  const countOf = (name: string) => Number(rows.find((row) => row.name === name)?.count ?? 0n)
  return { at: now, members: countOf('members'), openRuns: countOf('open_runs') }
}

/** A currency is covered when what stands behind it is all that is owed and promised. */
async function readCoverage(db: Db, at: At & { promises: Promises }): Promise<Coverage> {
  const { currencies } = await db.transaction().execute((tx) => describeSolvency(tx, at))
  const covered = currencies.filter(({ agrees }) => agrees).length
  return { at: at.now, covered, currencies: currencies.length }
}
