import type { Calls } from '@btbc/contract/calls.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import { statusNumber } from '@btbc/contract/payment-state.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { releaseHold } from '@btbc/ledger/hold.ts'

import { holdBack } from './withdrawal.chain.ts'
import { holdOf, withdrawalReturned } from './withdrawal.entries.ts'
import { forEntries, lockWithdrawal, type WithdrawalRow } from './withdrawal.row.ts'

/** How a withdrawal that was not signed ends: taken back by the member, refused, or left too long. */

type Sent = Response<Calls['/wallet/out_cancel']>

/** Takes it back, whole, as long as nothing was signed. */
export async function cancelOut(
  tx: Tx,
  { memberId, id, now }: { memberId: number; id: number; now: Date },
): Promise<Sent> {
  const row = await lockWithdrawal(tx, { id, memberId })
  if (row.state === 'processing' || row.state === 'sent') throw new Refusal('withdrawal_signed')
  if (row.state !== 'pending' && row.state !== 'approved') throw new Refusal('withdrawal_over')
  // The signer may be at it this moment: then it has the row of the queue, and we come too late.
  if (!(await holdBack(tx, row, now))) throw new Refusal('withdrawal_signed')
  await endUnsigned(tx, row, { state: 'cancelled', remark: '', now })
  return {
    id,
    draw_no: row.draw_no,
    status: statusNumber('coin_withdraw_list', 'cancelled'),
    state: 'cancelled',
    amount: row.amount,
    fee: row.fee,
    net: row.amount - row.fee,
    next: { who: 'nobody', by: null },
  }
}

/** Operators refuse it, or nobody decided in time. */
export async function rejectOut(
  tx: Tx,
  { row, remark, now }: { row: WithdrawalRow; remark: string; now: Date },
): Promise<void> {
  await endUnsigned(tx, row, { state: 'rejected', remark, now })
}

async function endUnsigned(
  tx: Tx,
  row: WithdrawalRow,
  end: { state: 'cancelled' | 'rejected'; remark: string; now: Date },
): Promise<void> {
  const { state, remark, now } = end
  const { numUpdatedRows } = await tx
    .updateTable('withdrawal')
    .set({ state, remark, ended_at: now, look_at: null })
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Refusal('withdrawal_over')
  const withdrawal = forEntries(row)
  await releaseHold(tx, holdOf(withdrawal), withdrawalReturned(withdrawal, now))
}
