import { mulDiv, UNIT } from '@btbc/money/amount.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'

/** The house's reference prices in USDT: what a total is valued at before a market says otherwise. */
export const referencePrices: Partial<Record<CurrencyId, bigint>> = {
  [currencies.BTC.id]: 60_000n * UNIT,
  [currencies.USDT.id]: UNIT,
  [currencies.BNB.id]: 600n * UNIT,
  [currencies.BTBC.id]: (8n * UNIT) / 10n,
  [currencies.ETH.id]: 3_000n * UNIT,
}

/** What a coin was traded at lately, by volume, in units of USDT for a whole coin. */
export type MarketPrice = (currency: CurrencyId) => bigint | undefined

/** A market counts as far as half and twice the reference: beyond it somebody prints prices. */
const FARTHEST = 2n

/** What a coin is valued at, in units of USDT; 0 where it has no price. */
export function valuationOf(currency: CurrencyId, marketPrice: MarketPrice): bigint {
  const reference = referencePrices[currency] ?? 0n
  const price = marketPrice(currency) ?? reference
  if (price > reference * FARTHEST) return reference * FARTHEST
  return price < reference / FARTHEST ? reference / FARTHEST : price
}

/**
 * The worth of an amount in USDT at the market's price, or at the house's where nothing was traded;
 * what has no price, such as launches, is worth nothing here.
 */
export function worthInUsdt(
  currency: CurrencyId,
  amount: bigint,
  marketPrice: MarketPrice = () => undefined,
): bigint {
  return mulDiv(amount, valuationOf(currency, marketPrice), UNIT, 'down')
}
