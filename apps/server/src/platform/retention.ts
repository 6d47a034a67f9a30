import type { Tx } from '@btbc/database/database.ts'
import type { Tables } from '@btbc/database/tables.ts'
import { type RawBuilder, sql } from 'kysely'

import { DAY_MS, MINUTE_MS } from './durations.ts'
import type { Sweep } from './jobs.ts'

/** What a table keeps for a while and then forgets: rows whose `column` is `keepMs` or longer ago. */
type KeptIn<Table extends keyof Tables> = {
  table: Table
  /** Indexed: it is looked at each minute. */
  column: keyof Tables[Table] & string
  keepMs: number
  by: 'now' | 'wallNow'
  where?: RawBuilder<unknown>
  /** Looked at more seldom, where `where` keeps what is long past that age. */
  everyMs?: number
}
export type Kept = { [Table in keyof Tables]: KeptIn<Table> }[keyof Tables]

const AT_ONCE = 1000

export const keptByPlatform: readonly Kept[] = [
  { table: 'idempotency', column: 'created_at', keepMs: 30 * DAY_MS, by: 'wallNow' },
  // Those of who has many a day.
  { table: 'idempotency', column: 'brief_at', keepMs: DAY_MS, by: 'wallNow' },
  { table: 'outbox', column: 'created_at', keepMs: 30 * DAY_MS, by: 'wallNow' },
]

export function forgetSweep(kept: Kept): Sweep {
  const { table, column, by, everyMs = MINUTE_MS } = kept
  return {
    name: `forget ${table} by ${column}`,
    everyMs,
    run: (tx, at) => deleteExpired(tx, kept, at[by]),
  }
}

/** Deletes the oldest, a thousand at a time, past what somebody is at work on; answers how many. */
async function deleteExpired(tx: Tx, kept: Kept, at: Date): Promise<number> {
  const { table, column, keepMs, where = sql`true` } = kept
  const before = new Date(at.getTime() - keepMs)
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)}
      where ${sql.ref(column)} <= ${before} and ${where}
      order by ${sql.ref(column)} limit ${AT_ONCE} for update skip locked
    ))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
