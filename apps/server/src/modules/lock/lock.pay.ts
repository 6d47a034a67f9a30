import type { Tx } from '@btbc/database/database.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import { postBatch } from '@btbc/ledger/post-batch.ts'
import { formatAmount } from '@btbc/money/amount.ts'
import { sql } from 'kysely'

import { tellMembers } from '#modules/account/index.ts'
import { DAY_MS } from '#platform/durations.ts'

import { claimDue, transitionAll } from '#platform/state-machine.ts'

import { lockClosed, lockPaid } from './lock.entries.ts'
import { lockStates } from './lock.states.ts'
import { endOf, type LockRow } from './lock.ts'

/** The days of locks that have passed: each is paid once, with an entry of its own. */

const BATCH = 2000
/** Where every lock has many days behind it, there are fewer locks to a batch. */
const ENTRIES_MAX = 5000

/** Pays what is due of a batch of locks, whoever owns them; answers how many locks. */
export async function payDueLocks(
  tx: Tx,
  { now, wallNow }: { now: Date; wallNow: Date },
): Promise<number> {
  const claimed = await claimDue(tx, lockStates, {
    state: 'running',
    by: 'due_at',
    now,
    most: BATCH,
  })
  if (claimed.length === 0) return 0
  const { due, entries } = fill(claimed, now)
  await markPaid(tx, due, now)
  const over = due.filter((row) => daysPassed(row, now) === row.days)
  await transitionAll(
    tx,
    lockStates,
    over.map(({ id }) => id),
    'end',
    { now, set: { asks_renewal: true } },
  )
  await postBatch(tx, entries)
  const messages = over.map((row) => ({
    memberId: row.member_id,
    kind: 'lock_ended' as const,
    facts: { lock: row.id, amount: formatAmount(row.amount) },
  }))
  await tellMembers(tx, messages, wallNow)
  return due.length
}

/** As many of them as make a batch, and what is to be posted for these. */
function fill(rows: readonly LockRow[], now: Date): { due: LockRow[]; entries: Entry[] } {
  const due: LockRow[] = []
  const entries: Entry[] = []
  for (const row of rows) {
    const more = entriesDue(row, now)
    if (due.length > 0 && entries.length + more.length > ENTRIES_MAX) break
    due.push(row)
    entries.push(...more)
  }
  return { due, entries }
}

/**
 * Days of its term that a lock has behind it. What is paid has passed, also for whoever asked before
 * that and has waited since.
 */
export function daysPassed(row: LockRow, now: Date): number {
  const { started_at: startedAt, days, days_paid: paid } = row
  const passed = Math.floor((now.getTime() - startedAt.getTime()) / DAY_MS)
  return Math.min(Math.max(passed, paid), days)
}

/** What is to be posted for the days that have passed and are not paid; with the last, the amount. */
export function entriesDue(row: LockRow, now: Date): Entry[] {
  const { id, member_id: memberId, amount, day_income: dayIncome, days_paid: paid } = row
  const lock = { id, memberId, amount, dayIncome }
  const passed = daysPassed(row, now)
  const days = Array.from({ length: passed - paid }, (_, at) => lockPaid(lock, paid + at + 1, now))
  return passed === row.days ? [...days, lockClosed(lock, now)] : days
}

async function markPaid(tx: Tx, rows: readonly LockRow[], now: Date): Promise<void> {
  const passed = rows.map((row) => daysPassed(row, now))
  const dueAt = rows.map((row, at) => endOf(row, (passed[at] ?? 0) + 1).toISOString())
  await sql`
    update lock_contract set days_paid = paid.days_paid, due_at = paid.due_at
    from unnest(${rows.map(({ id }) => id)}::integer[], ${passed}::integer[],
      ${dueAt}::timestamptz[]) as paid (id, days_paid, due_at)
    where lock_contract.id = paid.id`.execute(tx)
}
