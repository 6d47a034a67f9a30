import type { Tx } from '@btbc/database/database.ts'
import { findCurrency } from '@btbc/money/currency.ts'

import type { Sweep } from '#jobs/jobs.ts'

import { forgetOldQuotes } from './quote.ts'
import { blockOf } from './stop.ts'
import { rejectOut } from './withdrawal.ending.ts'
import type { WithdrawalRow } from './withdrawal.row.ts'

/** What time does to withdrawals: a new address has waited, or nobody decided. */

/** How soon one that could not leave is looked at again. */
const AGAIN_MS = 10_000
const UNDECIDED = 'Nobody decided about it in time, so it came back.'

export const withdrawalSweeps: readonly Sweep[] = [
  { name: 'forget quotes', run: (tx, { now }) => forgetOldQuotes(tx, now) },
  { name: 'return undecided withdrawals', run: (tx, { now }) => returnUndecided(tx, now) },
  { name: 'let withdrawals go', run: (tx, { now }) => letNextGo(tx, now) },
]

async function returnUndecided(tx: Tx, now: Date): Promise<number> {
  const row = await tx
    .selectFrom('withdrawal')
    .selectAll()
    .where('state', '=', 'pending')
    .where('approved_at', 'is', null)
    .where('decide_by', '<=', now)
    .orderBy('decide_by')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return 0
  await rejectOut(tx, { row, remark: UNDECIDED, now })
  return 1
}

async function letNextGo(tx: Tx, now: Date): Promise<number> {
  const row = await tx
    .selectFrom('withdrawal')
    .selectAll()
    .where('look_at', '<=', now)
    .orderBy('look_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return 0
  const state = (await mayGo(tx, row, now)) ? 'approved' : row.state
  await tx
    .updateTable('withdrawal')
    .set({ state, look_at: new Date(now.getTime() + AGAIN_MS) })
    .where('id', '=', row.id)
    .execute()
  return 1
}

/** Nothing leaves a frozen account, during a hold, or while its currency is stopped. */
async function mayGo(tx: Tx, row: WithdrawalRow, now: Date): Promise<boolean> {
  const currency = findCurrency(row.currency)
  if (!currency) return false
  const currencies = [currency.id]
  return (await blockOf(tx, { memberId: row.member_id, currencies, now })) === undefined
}
