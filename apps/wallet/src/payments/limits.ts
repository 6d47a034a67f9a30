import { parseAmount } from '@btbc/money/amount.ts'

export type Limits = { min: string; max: string }

/** Whether an amount as the pad has it lies within the limits. */
export function isWithin(amount: string, { min, max }: Limits): boolean {
  const units = parseAmount(amount)
  if (units === undefined) return false
  return units >= (parseAmount(min) ?? 0n) && units <= (parseAmount(max) ?? 0n)
}

/** Whether the house has so much left to pay out just now. */
export function canPay(amount: string, left: string): boolean {
  return (parseAmount(amount) ?? 0n) <= (parseAmount(left) ?? 0n)
}
