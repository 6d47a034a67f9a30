import { mulDiv, UNIT } from '@btbc/money/amount.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'

/** The house's reference prices in USDT: what a total is valued at before a market says otherwise. */
export const referencePrices: Partial<Record<CurrencyId, bigint>> = {
  [currencies.BTC.id]: 60_000n * UNIT,
  [currencies.USDT.id]: UNIT,
  [currencies.BNB.id]: 600n * UNIT,
  [currencies.BTBC.id]: (8n * UNIT) / 10n,
}

/** What a coin was last traded at, in units of USDT for a whole coin. */
export type LastPrice = (currency: CurrencyId) => bigint | undefined

/**
 * The worth of an amount in USDT at the last price, or at the house's where nothing was traded yet;
 * what has no price, such as launches, is worth nothing here.
 */
export function worthInUsdt(
  currency: CurrencyId,
  amount: bigint,
  lastPrice: LastPrice = () => undefined,
): bigint {
  const price = lastPrice(currency) ?? referencePrices[currency] ?? 0n
  return mulDiv(amount, price, UNIT, 'down')
}
