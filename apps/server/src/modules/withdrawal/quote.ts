import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'

import { MINUTE_MS } from '#platform/durations.ts'

import { feeOf, type WithdrawalTerms } from './limits/terms.ts'

/** What was shown before it was confirmed. What is taken is exactly that, or nothing. */

const LIFE_MS = 5 * MINUTE_MS
const ID_BYTES = 18

export type Quote = { id: string; amount: bigint; fee: bigint; expiresAt: Date }

export async function storeQuote(
  tx: Tx,
  quote: {
    memberId: number
    currency: CurrencyId
    address: string | undefined
    amount: bigint
    fee: bigint
    random: (bytes: number) => Buffer
    now: Date
  },
): Promise<Quote> {
  const { memberId, currency, address, amount, fee, random, now } = quote
  const id = random(ID_BYTES).toString('base64url')
  const expiresAt = new Date(now.getTime() + LIFE_MS)
  await tx
    .insertInto('withdrawal_quote')
    .values({
      id,
      member_id: memberId,
      currency,
      address: address ?? null,
      amount,
      fee,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
  return { id, amount, fee, expiresAt }
}

/**
 * The fee of a withdrawal: as quoted when there is a quote that still holds, else as the terms are
 * now. Inside the house it is free unless a fee was shown.
 */
export async function feeToTake(
  tx: Tx,
  request: {
    quoteId: string | undefined
    memberId: number
    address: string
    isInside: boolean
    amount: bigint
    terms: WithdrawalTerms
    now: Date
  },
): Promise<bigint> {
  const { quoteId, memberId, address, isInside, amount, terms, now } = request
  if (quoteId === undefined) return isInside ? 0n : feeOf(terms, amount)
  const quote = await tx
    .selectFrom('withdrawal_quote')
    .selectAll()
    .where('id', '=', quoteId)
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  if (!quote || quote.used_at !== null || quote.expires_at <= now)
    throw new Refusal('quote_expired')
  // For an address inside nothing was to be paid, and a quote keeps its fee whatever the terms are by now.
  const expected = quote.address !== null && isInside ? 0n : quote.fee
  const isAsShown =
    quote.currency === terms.currency &&
    quote.amount === amount &&
    quote.fee === expected &&
    (quote.address === null || quote.address === address)
  if (!isAsShown) throw new Refusal('fee_changed')
  return quote.fee
}

export async function useQuote(tx: Tx, quoteId: string | undefined, now: Date): Promise<void> {
  if (quoteId === undefined) return
  await tx.updateTable('withdrawal_quote').set({ used_at: now }).where('id', '=', quoteId).execute()
}
