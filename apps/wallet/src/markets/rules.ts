import { plainAmount } from '@btbc/money/amount.ts'

/** What a market asks of every order: the steps of price and quantity, and the least worth. */
export type Rules = { tick: bigint; lot: bigint; notionalMin: bigint }

/** Decimals of a step: 2 for 0.01. */
export function decimalsOfStep(step: bigint): number {
  return plainAmount(step).split('.')[1]?.length ?? 0
}
