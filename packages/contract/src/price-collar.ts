import { BPS } from '@btbc/money/amount.ts'

/** How far from the best price an order without a limit may trade. */
export const COLLAR_BPS = 500
const COLLAR = BigInt(COLLAR_BPS)

/** The worst price at which it may, in ticks: rounded towards where it starts from. */
export function collarOf(side: 'buy' | 'sell', from: bigint): bigint {
  if (side === 'buy') return (from * (BPS + COLLAR)) / BPS
  const lowest = (from * (BPS - COLLAR) + BPS - 1n) / BPS
  return lowest > 1n ? lowest : 1n
}
