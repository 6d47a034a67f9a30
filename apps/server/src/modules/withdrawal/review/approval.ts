import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'

import type { CaseDecision } from '#modules/review/index.ts'

import { tellRefused } from '../messages.ts'
import { rejectWithdrawal } from '../withdrawal.ending.ts'
import { lockWithdrawal } from '../withdrawal.row.ts'

/** What operators decide about a large withdrawal, once. */

export async function decideWithdrawal(tx: Tx, request: CaseDecision): Promise<void> {
  const { id, decision, reason, operatorId, now, wallNow } = request
  const row = await lockWithdrawal(tx, { id })
  const isOpen = row.state === 'pending' && row.decide_by !== null && row.approved_at === null
  if (!isOpen) throw new Refusal('case_decided')
  if (decision === 'reject') {
    const remark = { words: reason }
    await rejectWithdrawal(tx, { row, remark, now })
    return await tellRefused(tx, row, { remark, wallNow })
  }
  await tx
    .updateTable('withdrawal')
    .set({
      approved_at: now,
      approved_by: operatorId,
      next_check_at: row.release_at > now ? row.release_at : now,
    })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('approved_at', 'is', null)
    .executeTakeFirstOrThrow()
}
