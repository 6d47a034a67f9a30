import { type Account, houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import type { HoldEvent, HoldOwner, Payment } from '@btbc/ledger/hold.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'

/**
 * What a withdrawal does in the books. Asked for, it is held; signed, it is on its way, in
 * `suspense`; final on the chain, it has left custody. What comes back comes back whole.
 */

type Withdrawal = {
  id: number
  memberId: number
  currency: CurrencyId
  amount: bigint
  fee: bigint
  drawNo: string
}

export function spotAccount(of: { memberId: number; currency: CurrencyId }): Account {
  return memberAccount(of.memberId, 'change', of.currency)
}

export function holdOf({ id }: { id: number }): HoldOwner {
  return { kind: 'withdrawal', id: BigInt(id) }
}

export function withdrawalHeld(withdrawal: Withdrawal, now: Date): HoldEvent {
  return eventOf(withdrawal, 'withdrawal.held', now)
}

/** Signed: from here on only the chain says what becomes of it. */
export function withdrawalSent(
  withdrawal: Withdrawal,
  now: Date,
): { event: HoldEvent; payments: Payment[] } {
  const { currency, amount } = withdrawal
  return {
    event: eventOf(withdrawal, 'withdrawal.sent', now),
    payments: [{ to: houseAccount('suspense', currency), amount }],
  }
}

/** Final on the chain: the net has left custody, the fee is ours. */
export function withdrawalConfirmed(withdrawal: Withdrawal, now: Date): Entry {
  const { currency, amount, fee } = withdrawal
  const from = houseAccount('suspense', currency)
  return {
    ...eventOf(withdrawal, 'withdrawal.confirmed', now),
    moves: [
      { from, to: houseAccount('chain', currency), amount: amount - fee },
      ...(fee > 0n ? [{ from, to: houseAccount('fees', currency), amount: fee }] : []),
    ],
  }
}

/** Never signed: the hold is given back. */
export function withdrawalReturned(withdrawal: Withdrawal, now: Date): HoldEvent {
  return eventOf(withdrawal, 'withdrawal.returned', now)
}

/** Signed, and final without having moved anything: all of it comes back, the fee too. */
export function withdrawalFailed(withdrawal: Withdrawal, now: Date): Entry {
  const { currency, amount } = withdrawal
  return {
    ...eventOf(withdrawal, 'withdrawal.returned', now),
    moves: [{ from: houseAccount('suspense', currency), to: spotAccount(withdrawal), amount }],
  }
}

/** To another member: it never leaves the books. */
export function transferredInside(
  withdrawal: Withdrawal & { recipientId: number },
  now: Date,
): Entry {
  const { currency, amount, fee, recipientId } = withdrawal
  const from = spotAccount(withdrawal)
  return {
    ...eventOf(withdrawal, 'transfer.internal', now),
    moves: [
      { from, to: memberAccount(recipientId, 'change', currency), amount: amount - fee },
      ...(fee > 0n ? [{ from, to: houseAccount('fees', currency), amount: fee }] : []),
    ],
  }
}

const { USDT } = currencies

type BankWithdrawal = {
  id: number
  memberId: number
  amount: bigint
  fee: bigint
  orderNo: string
}

export function bankHoldOf({ id }: { id: number }): HoldOwner {
  return { kind: 'bank_withdrawal', id: BigInt(id) }
}

export function bankHeld(withdrawal: BankWithdrawal, now: Date): HoldEvent {
  return bankEvent(withdrawal, 'bank.held', now)
}

/** An operator has paid the net on the sandbox rail: the treasury takes the coins for it. */
export function bankPaid(
  withdrawal: BankWithdrawal,
  now: Date,
): { event: HoldEvent; payments: Payment[] } {
  const { amount, fee } = withdrawal
  return {
    event: bankEvent(withdrawal, 'bank.paid', now),
    payments: [
      { to: houseAccount('pool:treasury', USDT.id), amount: amount - fee },
      ...(fee > 0n ? [{ to: houseAccount('fees', USDT.id), amount: fee }] : []),
    ],
  }
}

export function bankReturned(withdrawal: BankWithdrawal, now: Date): HoldEvent {
  return bankEvent(withdrawal, 'bank.returned', now)
}

function eventOf({ id, memberId, drawNo }: Withdrawal, kind: Entry['kind'], now: Date): HoldEvent {
  return {
    key: `withdrawal:${id}:${kind}`,
    kind,
    at: now,
    memberId,
    note: { withdrawal: id, draw_no: drawNo },
  }
}

function bankEvent(
  { id, memberId, orderNo }: BankWithdrawal,
  kind: Entry['kind'],
  now: Date,
): HoldEvent {
  return {
    key: `bank_withdrawal:${id}:${kind}`,
    kind,
    at: now,
    memberId,
    note: { bank_withdrawal: id, order_no: orderNo },
  }
}
