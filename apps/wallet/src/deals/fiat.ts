import { useMoney } from '#i18n/money.ts'

const FIAT = 'CNY'

/** What buyers pay in: two decimals, cut. */
export function useFiat(): (amount: string) => string {
  const money = useMoney()
  return (amount) => money(amount, FIAT, { decimals: 2 })
}
