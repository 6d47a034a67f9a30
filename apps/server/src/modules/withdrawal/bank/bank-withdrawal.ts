import type { Request, Response } from '@btbc/contract/endpoint.ts'
import { statusNumber } from '@btbc/contract/payment-state.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { requestBankWithdrawal } from '@btbc/contract/bank-withdrawal.ts'
import type { Tx } from '@btbc/database/database.ts'
import type { Tables } from '@btbc/database/tables.ts'
import { hold, releaseHold, spendHold } from '@btbc/ledger/hold.ts'
import { plainAmount } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'

import type { Confirm } from '#platform/confirm.ts'
import type { Selectable } from 'kysely'

import { transition } from '#platform/state-machine.ts'
import { type CaseDecision, endAcceptance } from '#modules/review/index.ts'
import { notePaidOut, rateOf as bankRateOf, unitsOf } from '#modules/rail/index.ts'
import { lockMember } from '#modules/account/index.ts'

import { tellBank } from '../messages.ts'
import { refuseBlocked } from '../limits/blocks.ts'
import { refuseUnpaidBank } from '../limits/known-receivers.ts'
import { placeFor, refuseOverHouseLimit } from '../limits/house-limit.ts'
import { refuseUnverified } from '#modules/identity/identity.ts'
import {
  feeOf,
  limitsOf,
  minimumOf,
  rateOf,
  refuseOverLimit,
  type WithdrawalTerms,
  termsOf,
} from '../limits/terms.ts'
import { bankHeld, bankHoldOf, bankPaid, bankReturned, spotAccount } from '../withdrawal.entries.ts'
import { bankWithdrawalStates } from './bank-withdrawal.states.ts'
import { DECIDE_MS } from '../wait.ts'
import { drawNumber, refuseUnaffordable } from '../withdrawal.ts'

/**
 * USDT to a test account at a bank of the sandbox rail. The bank is paid in its units, at the rate at
 * which they are bought.
 */

const { USDT, BANK } = currencies
export const PLATFORM_DEFAULT = 'bank'
/** Two operators look at each: only so many of a member at a time. */
const OPEN_MAX = 5
/** Whoever has just any card names the branch, too. */
const ANY_CARD = 'anyonecard'
const ACCOUNT_NUMBER = /^[A-Za-z0-9-]{4,34}$/

type Form = Request<typeof requestBankWithdrawal>
type Taken = Response<typeof requestBankWithdrawal>
export type BankRow = Selectable<Tables['bank_withdrawal']>

export async function withdrawToBank(
  tx: Tx,
  request: {
    memberId: number
    form: Form
    confirm: Confirm
    random: (bytes: number) => Buffer
    now: Date
    wallNow: Date
  },
): Promise<Taken> {
  const { memberId, form, confirm, now, wallNow } = request
  const to = await readForm(tx, form)
  const terms = await termsOf(tx, BANK.id, now)
  const amount = amountOf(form, terms)
  await lockMember(tx, memberId)
  await refuseUnpaidBank(tx, { memberId, account: to, now })
  await refuseTooMany(tx, memberId)
  const fee = feeOf(terms, amount)
  const units = unitsOf(amount - fee, await bankRateOf(tx, 'bank', now))
  if (units <= 0n || (form.net !== undefined && form.net !== amount - fee)) {
    throw new Refusal('fee_changed', { rate: rateOf(terms) })
  }
  if (form.units !== undefined && form.units !== units) throw new Refusal('terms_changed')
  await refuseUnaffordable(tx, { memberId, coin: USDT, amount })
  await refuseBlocked(tx, { memberId, currencies: [USDT.id, BANK.id], now })
  await refuseUnverified(tx, memberId)
  refuseOverLimit(await limitsOf(tx, { memberId, now }), amount)
  await refuseOverHouseLimit(tx, { worth: amount, leavesNow: false }, { now, wallNow })
  await confirm()
  const decideBy = new Date(now.getTime() + DECIDE_MS)
  const orderNo = drawNumber(request)
  const { id } = await tx
    .insertInto('bank_withdrawal')
    .values({
      order_no: orderNo,
      member_id: memberId,
      amount,
      fee,
      units,
      ...to,
      state: 'pending',
      created_at: now,
      decide_by: decideBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const event = bankHeld({ id, memberId, amount, fee, orderNo }, now)
  await hold(tx, bankHoldOf({ id }), spotAccount({ memberId, currency: USDT.id }), amount, event)
  const asked = { ...to, member_id: memberId, order_no: orderNo, amount, fee, units }
  await tellBank(tx, asked, { kind: 'bank_withdrawal_requested', wallNow })
  return {
    id,
    order_no: orderNo,
    status: statusNumber('withdraw_list', 'pending'),
    state: 'pending',
    amount,
    fee,
    net: amount - fee,
    units,
    next: { who: 'operator', by: decideBy },
  }
}

/** The form field by field, in the order in which it is filled in; each has its own text. */
async function readForm(tx: Tx, form: Form) {
  const { bank_code: key, bank_no: number, real_name: holder } = form
  const platform = spelledPlatform(form.pay_platform ?? PLATFORM_DEFAULT)
  const bank =
    key === undefined
      ? undefined
      : await tx
          .selectFrom('bank')
          .select('key')
          .where('platform', '=', platform)
          .where('key', '=', key)
          .executeTakeFirst()
  if (!bank) throw new Refusal('bank_required')
  if (number === undefined) throw new Refusal('bank_no_required')
  if (/\s/.test(number)) throw new Refusal('bank_no_space')
  if (!ACCOUNT_NUMBER.test(number)) throw new Refusal('bank_no_invalid')
  if (holder === undefined) throw new Refusal('bank_holder_required')
  const branch = form.bank_name_subname ?? null
  const area = form.bank_area ?? null
  if (platform === ANY_CARD && branch === null) throw new Refusal('bank_branch_required')
  if (platform === ANY_CARD && area === null) throw new Refusal('bank_area_required')
  return { platform, bank_key: bank.key, account_number: number, holder, branch, area }
}

/** The seeds write it with hyphens, the key of the platform has none. */
export function spelledPlatform(platform: string): string {
  const plain = platform.toLowerCase().replaceAll(/[-_]/g, '')
  return plain === ANY_CARD ? ANY_CARD : platform
}

function amountOf({ amount }: Form, terms: WithdrawalTerms): bigint {
  if (amount === undefined) throw new Refusal('amount_required')
  const minimum = minimumOf(terms)
  if (amount < minimum) {
    throw new Refusal('bank_minimum', { minimum: plainAmount(minimum) })
  }
  return amount
}

async function refuseTooMany(tx: Tx, memberId: number): Promise<void> {
  const { open } = await tx
    .selectFrom('bank_withdrawal')
    .select((row) => row.fn.countAll<bigint>().as('open'))
    .where('member_id', '=', memberId)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
  if (open >= OPEN_MAX) throw new Refusal('too_many_withdrawals', { limit: OPEN_MAX })
}

export async function cancelBank(
  tx: Tx,
  { memberId, id, now }: { memberId: number; id: number; now: Date },
): Promise<void> {
  // Before the row, as whoever accepts it locks them.
  await endAcceptance(tx, { queue: 'bank_withdrawal', id, now })
  const row = await lockRow(tx, id)
  if (!row || row.member_id !== memberId) throw new Refusal('withdrawal_not_found')
  if (!bankWithdrawalStates.allows(row.state, 'cancel')) throw new Refusal('withdrawal_over')
  await transition(tx, bankWithdrawalStates, row, 'cancel', { now })
  await giveBack(tx, row, now)
}

/** Operators have paid it on the sandbox rail, or will not. */
export async function decideBank(tx: Tx, request: CaseDecision): Promise<void> {
  const { id, decision, reason, operatorId, now, wallNow } = request
  const row = await lockRow(tx, id)
  if (!row || row.state !== 'pending') throw new Refusal('case_decided')
  if (decision === 'reject') {
    const remark = { words: reason }
    const set = { remark, decided_by: operatorId }
    await transition(tx, bankWithdrawalStates, row, 'refuse', { now, set })
    await giveBack(tx, row, now)
    return await tellBank(tx, row, { kind: 'bank_withdrawal_refused', remark, wallNow })
  }
  // Nothing leaves a frozen account, during a hold, or while its currency is stopped.
  await refuseBlocked(tx, { memberId: row.member_id, currencies: [USDT.id, BANK.id], now })
  const until = await placeFor(tx, { worth: row.amount }, { now, wallNow })
  // Part of what was written before is undone with it, so none of it is kept.
  if (until > now) throw new Refusal('withdrawal_house_limit', { until: until.toISOString() })
  await transition(tx, bankWithdrawalStates, row, 'pay', { now, set: { decided_by: operatorId } })
  // As many units as the receipt has shown. The rail before the treasury, as deposits lock them.
  const { member_id: memberId, order_no: orderNo } = row
  await notePaidOut(tx, { id, memberId, orderNo }, row.units, now)
  const { event, payments } = bankPaid(forEntries(row), now)
  await spendHold(tx, bankHoldOf(row), event, payments)
  await tellBank(tx, row, { kind: 'bank_withdrawal_paid', wallNow })
}

/** Undecided for as long as the member was told: it comes back by itself. */
export async function returnUndecidedBank(
  tx: Tx,
  { now, wallNow }: { now: Date; wallNow: Date },
): Promise<number> {
  const row = await tx
    .selectFrom('bank_withdrawal')
    .selectAll()
    .where('state', '=', 'pending')
    .where('decide_by', '<=', now)
    .orderBy('decide_by')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return 0
  const remark = { code: 'undecided' } as const
  await transition(tx, bankWithdrawalStates, row, 'refuse', { now, set: { remark } })
  await endAcceptance(tx, { queue: 'bank_withdrawal', id: row.id, now })
  await giveBack(tx, row, now)
  await tellBank(tx, row, { kind: 'bank_withdrawal_refused', remark, wallNow })
  return 1
}

async function lockRow(tx: Tx, id: number): Promise<BankRow | undefined> {
  return await tx
    .selectFrom('bank_withdrawal')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

async function giveBack(tx: Tx, row: BankRow, now: Date): Promise<void> {
  await releaseHold(tx, bankHoldOf(row), bankReturned(forEntries(row), now))
}

function forEntries(row: BankRow) {
  return {
    id: row.id,
    memberId: row.member_id,
    amount: row.amount,
    fee: row.fee,
    orderNo: row.order_no,
  }
}
