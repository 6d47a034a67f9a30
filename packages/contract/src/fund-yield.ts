import { BPS } from '@btbc/money/amount.ts'

/** What a fund brings at its maturity, in units: shown, set aside and paid from the same figures. */

/** The yield of the whole term, floored. */
export function fundYield(amount: bigint, rateBps: number): bigint {
  return (amount * BigInt(rateBps)) / BPS
}

/** The largest amount whose yield a pool with this much can set aside. */
export function coveredByPool(pool: bigint, rateBps: number): bigint {
  return ((pool + 1n) * BPS - 1n) / BigInt(rateBps)
}
