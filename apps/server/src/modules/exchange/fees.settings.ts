import { amountField, defineSetting, percentField, type ValueOf } from '#platform/settings.ts'

import type { FeeRates } from './exchange.ts'

/** What trading costs, by what a member traded in the last 30 days. */

const share = (label: string) => percentField({ label, decimals: 4, least: '0', most: '1' })
const volume = (label: string) =>
  amountField({ label, unit: 'USDT', least: '1', most: '90000000000' })

export const tradingFees = defineSetting({
  name: 'fees.trading',
  title: 'Trading fees',
  keeps: 'An order keeps the fees of the moment at which it was placed.',
  fields: {
    maker: share('Maker'),
    taker: share('Taker'),
    volume2: volume('Second tier, 30 days from'),
    maker2: share('Maker, second tier'),
    taker2: share('Taker, second tier'),
    volume3: volume('Third tier, 30 days from'),
    maker3: share('Maker, third tier'),
    taker3: share('Taker, third tier'),
  },
  /** Who trades more never pays more. */
  oddField(fees) {
    if (fees.volume3 <= fees.volume2) return 'volume3'
    if (fees.maker2 > fees.maker) return 'maker2'
    if (fees.taker2 > fees.taker) return 'taker2'
    if (fees.maker3 > fees.maker2) return 'maker3'
    return fees.taker3 > fees.taker2 ? 'taker3' : undefined
  },
})

/** From this volume on. */
export type FeeTier = { from: bigint; rates: FeeRates }

/** The lowest one first. */
export function tiersOf(fees: ValueOf<typeof tradingFees.fields>): FeeTier[] {
  return [
    { from: 0n, rates: { maker: fees.maker, taker: fees.taker } },
    { from: fees.volume2, rates: { maker: fees.maker2, taker: fees.taker2 } },
    { from: fees.volume3, rates: { maker: fees.maker3, taker: fees.taker3 } },
  ]
}
