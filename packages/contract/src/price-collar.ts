/** How far from the best price an order without a limit may trade. */
export const COLLAR_BPS = 500
const ALL_BPS = 10_000n
const COLLAR = BigInt(COLLAR_BPS)

/** The worst price at which it may, in ticks: rounded towards where it starts from. */
export function collarOf(side: 'buy' | 'sell', from: bigint): bigint {
  if (side === 'buy') return (from * (ALL_BPS + COLLAR)) / ALL_BPS
  const lowest = (from * (ALL_BPS - COLLAR) + ALL_BPS - 1n) / ALL_BPS
  return lowest > 1n ? lowest : 1n
}
