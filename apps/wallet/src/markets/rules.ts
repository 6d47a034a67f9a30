import { formatAmount } from '@btbc/money/amount.ts'

/** What a market asks of every order: the steps of price and quantity, and the least worth. */
export type Rules = { tick: bigint; lot: bigint; notionalMin: bigint }

/** '64210.5', as a field holds it: no zeros behind. */
export function plainAmount(units: bigint): string {
  return formatAmount(units).replace(/\.?0+$/, '')
}

/** Decimals of a step: 2 for 0.01. */
export function decimalsOf(step: bigint): number {
  return plainAmount(step).split('.')[1]?.length ?? 0
}
