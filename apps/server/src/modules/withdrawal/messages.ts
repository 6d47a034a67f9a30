import type { Tx } from '@btbc/database/database.ts'
import { plainAmount } from '@btbc/money/amount.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'

import { type Remark, sayRemark } from '#platform/remarks.ts'
import { getMember, languageOfMember, tellMember } from '#modules/account/index.ts'
import { getCoin } from '#modules/wallet/index.ts'

import type { BankRow } from './bank/bank-withdrawal.ts'
import { forEntries, type WithdrawalRow } from './withdrawal.row.ts'

/** What a member reads of their withdrawals: written in the transaction that does it, so told once. */

type Asked = {
  memberId: number
  currency: CurrencyId
  amount: bigint
  fee: bigint
  drawNo: string
  address: string
  wallNow: Date
}

function factsOf({ currency, amount, fee, drawNo, address }: Omit<Asked, 'wallNow'>) {
  return {
    order: drawNo,
    amount: plainAmount(amount),
    fee: plainAmount(fee),
    net: plainAmount(amount - fee),
    currency: getCoin(currency).code,
    address,
  }
}

export async function tellRequested(tx: Tx, asked: Asked): Promise<void> {
  const { memberId, wallNow } = asked
  await tellMember(tx, memberId, { kind: 'withdrawal_requested', facts: factsOf(asked), wallNow })
}

/** Both members of a transfer inside the house. */
export async function tellInside(tx: Tx, asked: Asked & { recipientId: number }): Promise<void> {
  const { memberId, recipientId, wallNow } = asked
  const facts = factsOf(asked)
  await tellMember(tx, memberId, { kind: 'withdrawal_inside', facts, wallNow })
  await tellMember(tx, recipientId, { kind: 'deposit_inside', facts, wallNow })
}

export async function tellSent(
  tx: Tx,
  row: WithdrawalRow,
  { hash, wallNow }: { hash: string; wallNow: Date },
): Promise<void> {
  const facts = { ...factsOf({ ...forEntries(row), address: row.address }), hash }
  await tellMember(tx, row.member_id, { kind: 'withdrawal_sent', facts, wallNow })
}

export async function tellRefused(
  tx: Tx,
  row: WithdrawalRow,
  { remark, wallNow }: { remark: Remark; wallNow: Date },
): Promise<void> {
  const language = languageOfMember(await getMember(tx, row.member_id))
  const facts = {
    ...factsOf({ ...forEntries(row), address: row.address }),
    reason: sayRemark(remark, language),
  }
  await tellMember(tx, row.member_id, { kind: 'withdrawal_refused', facts, wallNow })
}

/** Nobody decided in time, or it had no effect on the chain. */
export async function tellReturned(tx: Tx, row: WithdrawalRow, wallNow: Date): Promise<void> {
  const facts = factsOf({ ...forEntries(row), address: row.address })
  await tellMember(tx, row.member_id, { kind: 'withdrawal_returned', facts, wallNow })
}

const SHOWN_DIGITS = 4

export async function tellBank(
  tx: Tx,
  row: Pick<BankRow, 'member_id' | 'order_no' | 'account_number' | 'amount' | 'fee' | 'units'>,
  told: {
    kind: 'bank_withdrawal_requested' | 'bank_withdrawal_paid' | 'bank_withdrawal_refused'
    remark?: Remark
    wallNow: Date
  },
): Promise<void> {
  const { kind, remark = null, wallNow } = told
  const language = languageOfMember(await getMember(tx, row.member_id))
  const facts = {
    reason: sayRemark(remark, language),
    order: row.order_no,
    account: row.account_number.slice(-SHOWN_DIGITS),
    amount: plainAmount(row.amount),
    fee: plainAmount(row.fee),
    net: plainAmount(row.amount - row.fee),
    units: plainAmount(row.units),
  }
  await tellMember(tx, row.member_id, { kind, facts, wallNow })
}
