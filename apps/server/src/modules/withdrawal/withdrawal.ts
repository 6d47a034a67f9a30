import type { Response } from '@btbc/contract/endpoint.ts'
import type { NextStep, PaymentState } from '@btbc/contract/payment-state.ts'
import { statusNumber } from '@btbc/contract/payment-state.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type {
  quoteWithdrawal as quoteWithdrawalCall,
  requestWithdrawal,
} from '@btbc/contract/withdrawal.ts'
import type { Tx } from '@btbc/database/database.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { hold } from '@btbc/ledger/hold.ts'
import { post } from '@btbc/ledger/post.ts'
import { formatAmount } from '@btbc/money/amount.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'

import type { Chain } from '#chain/chain.ts'
import { lockMember } from '#modules/account/index.ts'
import type { Coin } from '#modules/wallet/index.ts'

import { type Authorization, findSame, requireAuthorization } from './authorization.ts'
import { findDestination } from './chain/destination.ts'
import { refuseOverHouseLimit } from './limits/house-limit.ts'
import { nextOf } from './next-step.ts'
import { feeToTake, storeQuote, useQuote } from './quote.ts'
import { addressReadyAt } from './chain/saved-address.ts'
import { needsApproval, type Wait, waitOf } from './wait.ts'
import { refuseBlocked } from './limits/blocks.ts'
import { refuseUnsaved } from './limits/known-receivers.ts'
import { refuseUnverified } from '#modules/identity/identity.ts'
import {
  feeOf,
  limitsOf,
  minimumOf,
  refuseOtherRate,
  refuseOverLimit,
  type WithdrawalTerms,
  termsOf,
  worthOf,
} from './limits/terms.ts'
import { tellInside, tellRequested } from './messages.ts'
import { refuseWelcomeSent } from './limits/welcome-stays.ts'
import { holdOf, spotAccount, transferredInside, withdrawalHeld } from './withdrawal.entries.ts'

/** Coins to an address. Everything is refused before the step-up, so that no proof is used in vain. */

const NUMBER_BYTES = 6
/** That a member may have on their way: each is looked after, whatever becomes of it. */
const OPEN_MAX = 100

type WithdrawalQuote = Response<typeof quoteWithdrawalCall>
type Sent = Response<typeof requestWithdrawal>

type Asked = {
  memberId: number
  coin: Coin
  amount: bigint | undefined
  chain: Chain | undefined
  /** As the chain says: there is code at the address. */
  isContract: boolean
  now: Date
}

export async function quoteWithdrawal(
  tx: Tx,
  request: Asked & { address: string | undefined; random: (bytes: number) => Buffer },
): Promise<WithdrawalQuote> {
  const { memberId, coin, now } = request
  const to =
    request.address === undefined
      ? undefined
      : await findDestination(tx, { ...request, typed: request.address })
  if (to !== undefined) await refuseUnsaved(tx, { memberId, ...to, now })
  const terms = await termsOf(tx, coin.id, now)
  const isInside = to?.recipientId !== undefined
  const amount = amountOf(request, terms)
  const fee = isInside ? 0n : feeOf(terms, amount)
  refuseNothingLeft(coin, amount, fee)
  const worth = worthOf(terms.prices, { currency: coin.id, amount })
  const limits = await limitsOf(tx, { memberId, now })
  const quote = await storeQuote(tx, {
    ...request,
    currency: coin.id,
    address: to?.address,
    amount,
    fee,
  })
  const releaseAt = to && !isInside ? await addressReadyAt(tx, { memberId, ...to, now }) : now
  return {
    quote_id: quote.id,
    amount,
    fee,
    net: amount - fee,
    expires_at: quote.expiresAt,
    internal: isInside,
    needs_approval: !isInside && needsApproval({ worth, terms, limits }),
    waits_until: releaseAt > now ? releaseAt : null,
  }
}

export type OutRequest = Asked & {
  address: string | undefined
  rate?: number | string | undefined
  quoteId: string | undefined
  authorization: Authorization
  random: (bytes: number) => Buffer
  wallNow: Date
}

/** Withdraws, or transfers when the address is another member's. */
export async function openWithdrawal(tx: Tx, request: OutRequest): Promise<Sent> {
  const { memberId, coin, quoteId, authorization, now, wallNow } = request
  const to = await findDestination(tx, { ...request, typed: request.address })
  const terms = await termsOf(tx, coin.id, now)
  const amount = amountOf(request, terms)
  // One after the other: limits and balance are judged on what is there when it is this one's turn.
  await lockMember(tx, memberId)
  const same = await findSame(tx, { ...request, ...to, amount })
  if (same) return same
  await refuseUnsaved(tx, { memberId, ...to, now })
  await refuseTooMany(tx, memberId)
  if (quoteId === undefined) refuseOtherRate(terms, request.rate)
  const isInside = to.recipientId !== undefined
  const fee = await feeToTake(tx, { ...to, quoteId, memberId, isInside, amount, terms, now })
  refuseNothingLeft(coin, amount, fee)
  await refuseUnaffordable(tx, { memberId, coin, amount })
  await refuseBlocked(tx, { memberId, currencies: [coin.id], now })
  if (!isInside) await refuseUnverified(tx, memberId)
  const { prices } = terms
  const worth = worthOf(prices, { currency: coin.id, amount })
  const limits = await limitsOf(tx, { memberId, now })
  refuseOverLimit(limits, worth)
  await refuseWelcomeSent(tx, { memberId, coin, worth, prices })
  const wait = await waitOf(tx, { memberId, ...to, worth, terms, limits, now })
  if (!isInside) await refuseOverHouseLimit(tx, { worth, leavesNow: wait.leavesNow }, request)
  await requireAuthorization(tx, { ...request, ...to })
  await useQuote(tx, quoteId, now)
  const asked = {
    memberId,
    currency: coin.id,
    amount,
    fee,
    worth,
    drawNo: drawNumber(request),
    address: to.address,
    authorization,
    now,
    wallNow,
  }
  return to.recipientId === undefined
    ? await holdForChain(tx, { ...asked, wait })
    : await transferInside(tx, { ...asked, recipientId: to.recipientId })
}

type Accepted = {
  memberId: number
  currency: CurrencyId
  amount: bigint
  fee: bigint
  worth: bigint
  drawNo: string
  address: string
  authorization: Authorization
  now: Date
  wallNow: Date
}

async function holdForChain(tx: Tx, request: Accepted & { wait: Wait }): Promise<Sent> {
  const { amount, now } = request
  const { releaseAt, decideBy, leavesNow } = request.wait
  const row = {
    state: leavesNow ? ('approved' as const) : ('pending' as const),
    release_at: releaseAt,
    decide_by: decideBy,
    approved_at: null,
    next_check_at: decideBy === null ? releaseAt : null,
    leaves_at: leavesNow ? now : null,
  }
  const id = await insertWithdrawal(tx, request, row)
  const account = spotAccount(request)
  await hold(tx, holdOf({ id }), account, amount, withdrawalHeld({ ...request, id }, now))
  await tellRequested(tx, request)
  return sentOf({ ...request, id }, row.state, nextOf(row, now))
}

async function transferInside(tx: Tx, request: Accepted & { recipientId: number }): Promise<Sent> {
  const { recipientId, now } = request
  const id = await insertWithdrawal(tx, request, {
    state: 'done',
    recipient_id: recipientId,
    release_at: now,
    ended_at: now,
  })
  await post(tx, transferredInside({ ...request, id }, now))
  await tellInside(tx, request)
  return sentOf({ ...request, id }, 'done', { who: 'nobody', by: null })
}

async function insertWithdrawal(
  tx: Tx,
  { memberId, currency, amount, fee, worth, drawNo, address, authorization, now }: Accepted,
  row: {
    state: PaymentState
    release_at: Date
    recipient_id?: number
    decide_by?: Date | null
    next_check_at?: Date | null
    leaves_at?: Date | null
    ended_at?: Date
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('withdrawal')
    .values({
      draw_no: drawNo,
      member_id: memberId,
      currency,
      address,
      amount,
      fee,
      worth,
      created_at: now,
      ...(authorization.by === 'key' && {
        api_key_id: authorization.keyId,
        client_id: authorization.clientId ?? null,
      }),
      ...row,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function sentOf(
  { id, drawNo, amount, fee }: { id: number; drawNo: string; amount: bigint; fee: bigint },
  state: PaymentState,
  next: NextStep,
): Sent {
  const status = statusNumber('coin_withdraw_list', state)
  return { id, draw_no: drawNo, status, state, amount, fee, net: amount - fee, next }
}

function amountOf({ amount, coin }: Asked, terms: WithdrawalTerms): bigint {
  if (amount === undefined) throw new Refusal('amount_required')
  const minimum = minimumOf(terms)
  if (amount < minimum) {
    const shown = { minimum: formatAmount(minimum), currency: coin.code }
    throw new Refusal('withdrawal_minimum', shown)
  }
  return amount
}

async function refuseTooMany(tx: Tx, memberId: number): Promise<void> {
  const { open } = await tx
    .selectFrom('withdrawal')
    .select((row) => row.fn.countAll<bigint>().as('open'))
    .where('member_id', '=', memberId)
    .where('state', 'in', ['pending', 'approved', 'processing', 'sent'])
    .executeTakeFirstOrThrow()
  if (open >= OPEN_MAX) throw new Refusal('too_many_withdrawals', { limit: OPEN_MAX })
}

/** A fixed fee can be more than a small amount is. */
function refuseNothingLeft({ code }: Coin, amount: bigint, fee: bigint): void {
  if (fee < amount) return
  throw new Refusal('withdrawal_minimum', { minimum: formatAmount(fee + 1n), currency: code })
}

export async function refuseUnaffordable(
  tx: Tx,
  { memberId, coin, amount }: { memberId: number; coin: Coin; amount: bigint },
): Promise<void> {
  const { available } = await balanceOf(tx, spotAccount({ memberId, currency: coin.id }))
  if (available >= amount) return
  throw new Refusal('insufficient_balance', {
    available: formatAmount(available),
    currency: coin.code,
    needed: formatAmount(amount),
  })
}

/** Says nothing about how many there are. */
export function drawNumber({ random }: { random: (bytes: number) => Buffer }): string {
  return `W${random(NUMBER_BYTES).toString('hex').toUpperCase()}`
}
