import { type Weight, weightOfCandles, weightOfDepth } from './limits.ts'
import * as market from './market-calls.ts'

/** What anyone may ask of the markets: its path over HTTP, its name in a message, and what it counts for. */

type MarketRow = readonly [path: string, method: string, weight: Weight, answer: market.MarketCall]

export const marketTable: readonly MarketRow[] = [
  ['/ping', 'ping', 1, market.ping],
  ['/time', 'time', 1, market.time],
  ['/exchangeInfo', 'exchangeInfo', 20, market.exchangeInfo],
  ['/depth', 'depth', weightOfDepth, market.depth],
  ['/trades', 'trades.recent', 25, market.trades],
  ['/historicalTrades', 'trades.historical', 25, market.historicalTrades],
  ['/aggTrades', 'trades.aggregate', 4, market.aggTrades],
  ['/klines', 'klines', weightOfCandles, market.klines],
  // Charts are drawn from the same: nothing is done to a candle to show it.
  ['/uiKlines', 'uiKlines', weightOfCandles, market.klines],
  ['/avgPrice', 'avgPrice', 2, market.avgPrice],
  ['/ticker/24hr', 'ticker.24hr', 2, market.dayTicker],
  ['/ticker/price', 'ticker.price', 2, market.priceTicker],
  ['/ticker/bookTicker', 'ticker.book', 2, market.bookTicker],
]
