import type { Tx } from '@btbc/database/database.ts'
import { postBatch } from '@btbc/ledger/post-batch.ts'
import { formatAmount } from '@btbc/money/amount.ts'

import { tellMembers } from '#modules/account/index.ts'
import { claimDue, transitionAll } from '#platform/state-machine.ts'

import { fundClosed } from './fund.entries.ts'
import { fundStates } from './fund.states.ts'

/** Funds whose term is over: amount and yield go to Earn, once, however late it is noticed. */

const BATCH = 2000

/** Pays a batch of them, whoever owns them; answers how many. */
export async function payDueFunds(
  tx: Tx,
  { now, wallNow }: { now: Date; wallNow: Date },
): Promise<number> {
  const due = await claimDue(tx, fundStates, { state: 'running', by: 'ends_at', now, most: BATCH })
  if (due.length === 0) return 0
  const ids = due.map(({ id }) => id)
  await transitionAll(tx, fundStates, ids, 'end', { now, set: { asks_renewal: true } })
  await postBatch(
    tx,
    due.map((row) => fundClosed({ ...row, memberId: row.member_id }, now)),
  )
  const messages = due.map((row) => ({
    memberId: row.member_id,
    kind: 'fund_ended' as const,
    facts: { fund: row.id, amount: formatAmount(row.amount + row.yield) },
  }))
  await tellMembers(tx, messages, wallNow)
  return due.length
}
