import { PRICE_BPS_MAX } from '@btbc/contract/deal-rules.ts'
import { BPS, mulDiv, UNIT } from '@btbc/money/amount.ts'

/** Prices of offers beside what 1 USDT costs by the house's reference. */

/** Between which prices an offer may be. */
export function boundsOf(reference: bigint): { from: bigint; to: bigint } {
  const most = BigInt(PRICE_BPS_MAX)
  return {
    from: mulDiv(reference, BPS - most, BPS, 'up'),
    to: mulDiv(reference, BPS + most, BPS, 'down'),
  }
}

type Pricing = { price: bigint | null; off_bps: number | null }

/** What 1 USDT of an offer costs; rounded down by less than a unit where it follows the reference. */
export function priceOf({ price, off_bps: offBps }: Pricing, reference: bigint): bigint {
  return price ?? mulDiv(reference, BPS + BigInt(offBps ?? 0), BPS, 'down')
}

/** The USDT that an amount of the fiat currency buys, rounded down by less than a unit. */
export function numberFor(fiat: bigint, price: bigint): bigint {
  return mulDiv(fiat, UNIT, price, 'down')
}
