import { UNIT, UNITS_MAX } from '@btbc/money/amount.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'

import { CONFIRMATIONS } from '#chain/chain.ts'
import { toUnits } from '#chain/units.ts'

/** When a deposit counts. */

/** The name of the watcher's progress on the chain. */
export const DEPOSITS = 'deposits'

/** The block of the transfer is the first of them. */
export const CONFIRMATIONS_NEEDED = CONFIRMATIONS

const { BTC, USDT, BNB, BTBC } = currencies

/** About 1 USDT each. What is less waits until a member's deposits of the coin reach it together. */
const least: Partial<Record<CurrencyId, bigint>> = {
  [BTC.id]: UNIT / 50_000n,
  [USDT.id]: UNIT,
  [BNB.id]: UNIT / 500n,
  [BTBC.id]: UNIT,
}

export function leastDeposit(currency: CurrencyId): bigint {
  return least[currency] ?? 0n
}

/** In units as a row has them. What is beyond them fits no book; the row has it as the chain does, too. */
export function shownUnits(onChain: bigint): bigint {
  const units = toUnits(onChain)
  return units < UNITS_MAX ? units : UNITS_MAX
}

/** Confirmations of a block at this head, as far as they are counted. */
export function confirmationsOf(block: bigint, head: bigint): number {
  const blocks = head < block ? 0n : head - block + 1n
  return blocks > BigInt(CONFIRMATIONS_NEEDED) ? CONFIRMATIONS_NEEDED : Number(blocks)
}
