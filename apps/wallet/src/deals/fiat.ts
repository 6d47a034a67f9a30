import { FIAT } from '@btbc/contract/deal-rules.ts'

import { useMoney } from '#i18n/money.ts'

const PRICE_CHARACTERS = 5

/** What buyers pay in: two decimals, cut. */
export function useFiat(): (amount: string) => string {
  const money = useMoney()
  return (amount) => money(amount, FIAT, { decimals: 2 })
}

/** What 1 USDT costs, to its last digit. */
export function useFiatPrice(): (price: string) => string {
  const money = useMoney()
  return (price) => money(price, FIAT)
}

/** A price as the seeds show it: its first five characters. What is reckoned with is the whole. */
export function cutPrice(price: string): string {
  return price.slice(0, PRICE_CHARACTERS).replace(/\.$/, '')
}
