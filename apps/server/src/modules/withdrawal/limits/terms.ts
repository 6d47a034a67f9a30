import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { BPS, formatAmount, mulDiv, parseAmount, percentOf, UNIT } from '@btbc/money/amount.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

import { reviewStatusOf } from '#modules/identity/identity.ts'
import { type Prices, priceSetting, pricesOf, worthInUsdt } from '#modules/wallet/index.ts'
import { DAY_MS } from '#platform/durations.ts'
import { settingAt, settingsAt } from '#platform/settings.ts'

import { limitsByTier } from './limits.settings.ts'
import { withdrawalSettings } from './terms.settings.ts'

/** What a withdrawal costs, how small and how large it may be, and from where people look at it. */

/** Hundredths of a percent in the units of a decimal with 8 places. */
const UNITS_PER_BPS = UNIT / 100n
const MONTH_MS = 30 * DAY_MS

export type WithdrawalTerms = {
  currency: CurrencyId
  /** In USDT. */
  minWorth: bigint
  feeBps: number
  fixedFee: bigint
  /** In USDT. */
  approvalFrom: bigint
  /** By which all of it is counted. */
  prices: Prices
}

export async function termsOf(tx: Tx, currency: CurrencyId, now: Date): Promise<WithdrawalTerms> {
  const terms = (await termsOfAll(tx, [currency], now)).get(currency)
  if (!terms) throw new Refusal('currency_not_found')
  return terms
}

/** Of those that can be withdrawn. */
export async function termsOfAll(
  tx: Tx,
  wanted: readonly CurrencyId[],
  now: Date,
): Promise<Map<CurrencyId, WithdrawalTerms>> {
  const known = wanted.flatMap((currency) => {
    const setting = withdrawalSettings.get(currency)
    return setting ? [{ currency, setting }] : []
  })
  const settings = known.map(({ setting }) => setting)
  const [priced, ...held] = await settingsAt(tx, [priceSetting, ...settings], now)
  const prices = pricesOf(priced)
  const all = new Map<CurrencyId, WithdrawalTerms>()
  for (const [n, { minimum: minWorth, fee, fixed, approval }] of held.entries()) {
    const currency = known[n]?.currency
    if (currency === undefined) continue
    all.set(currency, {
      currency,
      minWorth,
      feeBps: fee,
      fixedFee: fixed,
      approvalFrom: approval,
      prices,
    })
  }
  return all
}

/** Taken from the amount; a part of a unit is ours. */
export function feeOf({ feeBps, fixedFee }: WithdrawalTerms, amount: bigint): bigint {
  return mulDiv(amount, BigInt(feeBps), BPS, 'up') + fixedFee
}

/** In percent, as short as it can be said: `1`, `18`, `0.5`. */
export function rateOf({ feeBps }: WithdrawalTerms): string {
  return percentOf(feeBps)
}

/** Old clients send the rate they showed. Any other than ours means that they showed another fee. */
export function refuseOtherRate(terms: WithdrawalTerms, rate: number | string | undefined): void {
  if (rate === undefined) return
  const shown = parseAmount(String(rate).trim())
  if (shown !== BigInt(terms.feeBps) * UNITS_PER_BPS) {
    throw new Refusal('fee_changed', { rate: rateOf(terms) })
  }
}

/** The smallest amount, in the currency itself. */
export function minimumOf({ currency, minWorth, prices }: WithdrawalTerms): bigint {
  return fromWorth(prices, { currency, worth: minWorth, rounding: 'up' })
}

/** So much of the currency is worth this in USDT. What a bank is to be paid is asked for in USDT. */
export function fromWorth(
  prices: Prices,
  { currency, worth, rounding }: { currency: CurrencyId; worth: bigint; rounding: 'up' | 'down' },
): bigint {
  return mulDiv(worth, UNIT, worthOf(prices, { currency, amount: UNIT }), rounding)
}

export function worthOf(
  prices: Prices,
  { currency, amount }: { currency: CurrencyId; amount: bigint },
): bigint {
  return currency === currencies.BANK.id ? amount : worthInUsdt(prices, { currency, amount })
}

export type Limits = {
  verified: boolean
  /** In USDT: what may still leave now. */
  dayLeft: bigint
  monthLeft: bigint
  /** In USDT: what goes outside without that people look at it, of the last day. */
  unreviewed: bigint
}

/**
 * What the member's tier leaves, after all that left or waits to leave in the last day and month.
 * What came back from the chain because of what is at its address counts, too: the house paid for it,
 * and again and again it would pay for nothing. So does what was taken back after it was let go: it had
 * a place among all that leaves, which nobody else could have.
 */
export async function limitsOf(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<Limits> {
  const verified = (await reviewStatusOf(tx, memberId)) === 'verified'
  const tier = limitsByTier[verified ? 'verified' : 'unverified']
  const { day: perDay, month: perMonth } = await settingAt(tx, tier, now)
  const day = new Date(now.getTime() - DAY_MS)
  const month = new Date(now.getTime() - MONTH_MS)
  const { rows } = await sql<{ in_day: bigint; in_month: bigint; unreviewed: bigint }>`
    select coalesce(sum(worth) filter (where created_at > ${day}), 0) as in_day,
      coalesce(sum(worth), 0) as in_month,
      coalesce(sum(worth) filter (where created_at > ${day} and is_unreviewed), 0) as unreviewed
    from (
      select worth, created_at, recipient_id is null and decide_by is null as is_unreviewed
      from withdrawal
      where member_id = ${memberId} and created_at > ${month}
        and (state not in ('rejected', 'cancelled') or (state = 'cancelled' and leaves_at is not null)
          or exists (
          select from chain_transaction sent where sent.id = withdrawal.chain_transaction_id
            and sent.failure in ('reverted', 'not_moved', 'has_code')
        ))
      union all
      select amount, created_at, false from bank_withdrawal
      where member_id = ${memberId} and created_at > ${month}
        and state not in ('rejected', 'cancelled')
    ) counted`.execute(tx)
  const [left] = rows
  return {
    verified,
    dayLeft: atLeastZero(perDay - (left?.in_day ?? 0n)),
    monthLeft: atLeastZero(perMonth - (left?.in_month ?? 0n)),
    unreviewed: left?.unreviewed ?? 0n,
  }
}

export function refuseOverLimit({ dayLeft, monthLeft }: Limits, worth: bigint): void {
  if (worth > dayLeft) throw new Refusal('withdrawal_day_limit', { left: formatAmount(dayLeft) })
  if (worth > monthLeft) {
    throw new Refusal('withdrawal_month_limit', { left: formatAmount(monthLeft) })
  }
}

function atLeastZero(amount: bigint): bigint {
  return amount > 0n ? amount : 0n
}
