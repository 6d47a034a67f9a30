import type { Tx } from '@btbc/database/database.ts'
import { postBatch } from '@btbc/ledger/post-batch.ts'
import { formatAmount } from '@btbc/money/amount.ts'

import { tellMember } from '#modules/account/index.ts'
import { transitionAll } from '#platform/state-machine.ts'

import { fundClosed } from './fund.entries.ts'
import { fundStates } from './fund.states.ts'

/** Funds whose term is over: amount and yield go to Earn, once, however late it is noticed. */

const BATCH = 200

/** Pays a batch of them, whoever owns them; answers how many. */
export async function payDueFunds(
  tx: Tx,
  { now, wallNow }: { now: Date; wallNow: Date },
): Promise<number> {
  const due = await tx
    .selectFrom('fund_contract')
    .selectAll()
    .where('state', '=', 'running')
    .where('ends_at', '<=', now)
    .orderBy('ends_at')
    .orderBy('id')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
  if (due.length === 0) return 0
  await postBatch(
    tx,
    due.map((row) => fundClosed({ ...row, memberId: row.member_id }, now)),
  )
  const ids = due.map(({ id }) => id)
  await transitionAll(tx, fundStates, ids, 'end', { now })
  for (const row of due) {
    const facts = { fund: row.id, amount: formatAmount(row.amount + row.yield) }
    await tellMember(tx, row.member_id, { kind: 'fund_ended', facts, wallNow })
  }
  return due.length
}
