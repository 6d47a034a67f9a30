import { PRICE_BPS_MAX } from '@btbc/contract/deal-rules.ts'
import type { Tx } from '@btbc/database/database.ts'
import { mulDiv, UNIT } from '@btbc/money/amount.ts'

import { rateOf } from '#modules/rail/index.ts'

/**
 * What 1 USDT costs by the house's reference: the published rate of the bank unit, which stands for
 * 7.20 of the fiat currency here. A test rate, said on the screen, that follows no market.
 */

const FIAT_OF_BANK_UNIT = (720n * UNIT) / 100n
const BPS = 10_000n

export async function readReference(tx: Tx): Promise<bigint> {
  const rate = await rateOf(tx, 'bank')
  return mulDiv(FIAT_OF_BANK_UNIT, UNIT, rate, 'down')
}

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
