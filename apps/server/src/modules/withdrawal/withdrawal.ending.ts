import type { Response } from '@btbc/contract/endpoint.ts'
import { statusNumber } from '@btbc/contract/payment-state.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { cancelWithdrawal } from '@btbc/contract/withdrawal.ts'
import type { Tx } from '@btbc/database/database.ts'
import { releaseHold } from '@btbc/ledger/hold.ts'

import { endAcceptance } from '#modules/review/index.ts'
import type { Remark } from '#platform/remarks.ts'
import { transition } from '#platform/state-machine.ts'

import { holdBack } from './chain/withdrawal-transaction.ts'
import { holdOf, withdrawalReturned } from './withdrawal.entries.ts'
import { forEntries, lockWithdrawal, type WithdrawalRow } from './withdrawal.row.ts'
import { withdrawalStates } from './withdrawal.states.ts'

/** How a withdrawal that was not signed ends: taken back by the member, refused, or left too long. */

type Sent = Response<typeof cancelWithdrawal>

/** Takes it back, whole, as long as nothing was signed. */
export async function cancelOut(
  tx: Tx,
  { memberId, id, now }: { memberId: number; id: number; now: Date },
): Promise<Sent> {
  // Before the row, as whoever accepts it locks them.
  await endAcceptance(tx, { queue: 'coin_withdrawal', id, now })
  const row = await lockWithdrawal(tx, { id, memberId })
  if (row.state === 'processing' || row.state === 'sent') throw new Refusal('withdrawal_signed')
  if (!withdrawalStates.allows(row.state, 'cancel')) throw new Refusal('withdrawal_over')
  // The signer may be at it this moment: then it has the row of the queue, and we come too late.
  if (!(await holdBack(tx, row, now))) throw new Refusal('withdrawal_signed')
  await transition(tx, withdrawalStates, row, 'cancel', { now, set: { next_check_at: null } })
  await giveBack(tx, row, now)
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
export async function rejectWithdrawal(
  tx: Tx,
  { row, remark, now }: { row: WithdrawalRow; remark: Remark; now: Date },
): Promise<void> {
  const set = { remark, next_check_at: null }
  await transition(tx, withdrawalStates, row, 'refuse', { now, set })
  await giveBack(tx, row, now)
}

async function giveBack(tx: Tx, row: WithdrawalRow, now: Date): Promise<void> {
  const withdrawal = forEntries(row)
  await releaseHold(tx, holdOf(withdrawal), withdrawalReturned(withdrawal, now))
}
