/** The door of wallet: what other rooms use of it. */

export { type Coin, coins, getCoin, inSpot } from './coins.ts'
export { recordText } from './record-text.ts'
export { priceSetting } from './prices.settings.ts'
export {
  type FollowedPrices,
  type MarketPrice,
  type Prices,
  pricesAt,
  pricesOf,
  followPrices,
  valuationOf,
  worthInUsdt,
} from './reference-prices.ts'
export { ownTransfer } from './wallet.entries.ts'
export { readCoinBalances } from './wallet.transfer.ts'
