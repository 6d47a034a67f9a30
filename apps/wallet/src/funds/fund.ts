import { fundYield } from '@btbc/contract/fund-yield.ts'
import type { listFundOffers } from '@btbc/contract/fund.ts'
import { formatAmount, parseAmount } from '@btbc/money/amount.ts'

import type { Answer } from '#api/call.ts'

/** What a fund brings for an amount, and why it cannot be bought: said before it is asked for. */

export type Fund = Answer<typeof listFundOffers>[number]

const SHARES = 10_000n

/** Yield at maturity, and what that is for each day of the term, floored. */
export function yieldOf(fund: Fund, amount: string): { yield: bigint; day: bigint } {
  const yielded = fundYield(parseAmount(amount) ?? 0n, fund.rate_bps)
  return { yield: yielded, day: yielded / BigInt(fund.day) }
}

/** Percent a day: '0.1428', cut after four decimals. */
export function dayRateOf({ rate_bps: rate, day }: Fund): string {
  return formatAmount((BigInt(rate) * SHARES) / 100n / BigInt(day), 4)
}

export type Fault = 'noAmount' | 'minimum' | 'maximum' | 'notEnough' | 'notCovered'

export function faultOf(
  fund: Fund,
  amount: string,
  available: bigint | undefined,
): Fault | undefined {
  const units = parseAmount(amount) ?? 0n
  const limit = (text: string) => parseAmount(text) ?? 0n
  if (units === 0n) return 'noAmount'
  if (units < limit(fund.min)) return 'minimum'
  if (units > limit(fund.max)) return 'maximum'
  if (available !== undefined && units > available) return 'notEnough'
  return coversYield(fund, amount) ? undefined : 'notCovered'
}

/** Whether the pool can set the yield of this amount aside. */
export function coversYield(fund: Fund, amount: string): boolean {
  return (parseAmount(amount) ?? 0n) <= (parseAmount(fund.covered) ?? 0n)
}
