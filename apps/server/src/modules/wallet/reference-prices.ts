import type { Db } from '@btbc/database/database.ts'
import { mulDiv, UNIT } from '@btbc/money/amount.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'

import { type Followed, type FollowParts, followSetting } from '#platform/followed-setting.ts'
import { settingAt, type ValueOf } from '#platform/settings.ts'

import { priceSetting } from './prices.settings.ts'

/** The house's reference prices in USDT: what a total is valued at before a market says otherwise. */
export type Prices = Readonly<Partial<Record<CurrencyId, bigint>>>

/** What a coin was traded at lately, by volume, in units of USDT for a whole coin. */
export type MarketPrice = (currency: CurrencyId) => bigint | undefined

export function pricesOf(value: ValueOf<typeof priceSetting.fields>): Prices {
  return {
    [currencies.BTC.id]: value.btc,
    [currencies.USDT.id]: UNIT,
    [currencies.BNB.id]: value.bnb,
    [currencies.BTBC.id]: value.btbc,
    [currencies.ETH.id]: value.eth,
  }
}

export async function pricesAt(db: Db, at: Date): Promise<Prices> {
  return pricesOf(await settingAt(db, priceSetting, at))
}

/** Those of any time, known without asking. */
export type FollowedPrices = Followed<Prices>

export async function followPrices(parts: FollowParts): Promise<FollowedPrices> {
  return await followSetting(parts, priceSetting, { read: pricesOf, unread: {} })
}

/** A market counts as far as half and twice the reference: beyond it somebody prints prices. */
const FARTHEST = 2n

/** What a coin is valued at, in units of USDT; 0 where it has no price. */
export function valuationOf(
  prices: Prices,
  currency: CurrencyId,
  marketPrice: MarketPrice = () => undefined,
): bigint {
  const reference = prices[currency] ?? 0n
  const price = marketPrice(currency) ?? reference
  if (price > reference * FARTHEST) return reference * FARTHEST
  return price < reference / FARTHEST ? reference / FARTHEST : price
}

/**
 * The worth of an amount in USDT at the market's price, or at the house's where nothing was traded;
 * what has no price, such as launches, is worth nothing here.
 */
export function worthInUsdt(
  prices: Prices,
  { currency, amount }: { currency: CurrencyId; amount: bigint },
  marketPrice?: MarketPrice,
): bigint {
  return mulDiv(amount, valuationOf(prices, currency, marketPrice), UNIT, 'down')
}
