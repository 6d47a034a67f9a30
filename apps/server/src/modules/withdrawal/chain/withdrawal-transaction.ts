import type { Tx } from '@btbc/database/database.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { releaseHold, spendHold } from '@btbc/ledger/hold.ts'
import { post } from '@btbc/ledger/post.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'

import {
  type PurposeHandlers,
  queueTransaction,
  takeBackQueued,
  type TransactionRow,
} from '#chain/transactions.ts'
import type { Remark } from '#platform/remarks.ts'
import { transition } from '#platform/state-machine.ts'

import { tellRefused, tellReturned, tellSent } from '../messages.ts'
import { blockOf } from '../limits/blocks.ts'
import {
  holdOf,
  withdrawalConfirmed,
  withdrawalFailed,
  withdrawalReturned,
  withdrawalSent,
} from '../withdrawal.entries.ts'
import { forEntries, type WithdrawalRow } from '../withdrawal.row.ts'
import { withdrawalStates } from '../withdrawal.states.ts'

/**
 * A withdrawal and its transaction on the chain. Signed is the point of no return: from there only
 * a final block says whether it arrived, and nothing is given back on a guess.
 */

/** Custody on the chain has enough for it by now. */
export async function canCover(tx: Tx, row: WithdrawalRow): Promise<boolean> {
  const { currency, amount, fee } = forEntries(row)
  return (await custodyLeft(tx, currency)) >= amount - fee
}

/** Queues what is approved. */
export async function queueWithdrawal(tx: Tx, row: WithdrawalRow, now: Date): Promise<void> {
  const { currency, amount, fee } = forEntries(row)
  const transactionId = await queueTransaction(tx, {
    purpose: 'withdrawal',
    refId: BigInt(row.id),
    from: 'hot',
    currency,
    to: row.address,
    amount: amount - fee,
    now,
  })
  await tx
    .updateTable('withdrawal')
    .set({ chain_transaction_id: transactionId, next_check_at: null })
    .where('id', '=', row.id)
    .where('state', '=', 'approved')
    .executeTakeFirstOrThrow()
}

/** What custody holds, less what withdrawals on their way will take. */
async function custodyLeft(tx: Tx, currency: CurrencyId): Promise<bigint> {
  const { available } = await balanceOf(tx, houseAccount('chain', currency))
  const { promised } = await tx
    .selectFrom('chain_transaction')
    .select((row) => row.fn.sum<bigint | null>('amount').as('promised'))
    .where('purpose', '=', 'withdrawal')
    .where('currency', '=', currency)
    .where('state', 'in', ['queued', 'signed', 'sent'])
    .executeTakeFirstOrThrow()
  return -available - (promised ?? 0n)
}

/** Takes a queued one back out of the queue, to be looked at again; false when it is signed. */
export async function holdBack(tx: Tx, row: WithdrawalRow, lookAt: Date): Promise<boolean> {
  if (row.chain_transaction_id === null) return true
  if (!(await takeBackQueued(tx, row.chain_transaction_id))) return false
  await tx
    .updateTable('withdrawal')
    .set({ chain_transaction_id: null, next_check_at: lookAt })
    .where('id', '=', row.id)
    .where('state', '=', 'approved')
    .executeTakeFirstOrThrow()
  return true
}

/** What the signer tells: each in the transaction in which its own row changes. */
export const withdrawalPurpose = {
  async onSigned(tx, told, { now, hasLeft = false }) {
    const row = await step(tx, told, 'sign', { now, set: { tx_hash: told.hash } })
    const withdrawal = forEntries(row)
    const block = await blockOf(tx, {
      memberId: row.member_id,
      currencies: [withdrawal.currency],
      now,
    })
    // Thrown, nothing was signed: the account was frozen or the currency stopped at the last moment.
    if (block && !hasLeft) {
      throw new Error(`withdrawal ${row.id} may not leave now: ${block.reason}`)
    }
    const { event, payments } = withdrawalSent(withdrawal, now)
    await spendHold(tx, holdOf(withdrawal), event, payments)
  },
  /** Nothing was signed: the hold is given back, with the reason. */
  async onUnsigned(tx, told, { now, wallNow }) {
    const remark = { code: told.failure === 'has_code' ? 'has_code' : 'unsignable' } as const
    const row = await step(tx, told, 'giveUp', { now, set: { remark } })
    const withdrawal = forEntries(row)
    await releaseHold(tx, holdOf(withdrawal), withdrawalReturned(withdrawal, now))
    await tellRefused(tx, row, { remark, wallNow })
  },
  async onSent(tx, told, { now, wallNow }) {
    const row = await step(tx, told, 'send', { now })
    await tellSent(tx, row, { hash: told.hash ?? '', wallNow })
  },
  async onFinal(tx, told, { now }) {
    const row = await step(tx, told, 'confirm', { now, set: { tx_hash: told.hash } })
    await post(tx, withdrawalConfirmed(forEntries(row), now))
  },
  /** Final and without effect: its receipt says so, or its nonce was used by another. */
  async onFailed(tx, told, { now, wallNow }) {
    const remark = { code: told.failure === 'replaced' ? 'replaced' : 'failed' } as const
    const row = await step(tx, told, 'fail', { now, set: { remark } })
    await post(tx, withdrawalFailed(forEntries(row), now))
    await tellReturned(tx, row, wallNow)
  },
} as const satisfies PurposeHandlers

/** One that is not where it must be undoes the signer's step. Nobody looks at it again by the clock. */
async function step(
  tx: Tx,
  { ref_id: id }: TransactionRow,
  event: 'sign' | 'giveUp' | 'send' | 'confirm' | 'fail',
  { now, set }: { now: Date; set?: { tx_hash?: string | null; remark?: Remark } },
): Promise<WithdrawalRow> {
  return await transition(tx, withdrawalStates, { id }, event, {
    now,
    set: { ...set, next_check_at: null },
  })
}
