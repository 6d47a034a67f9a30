/** The door of market-data: what other rooms use of it. */

export { type DayStatistics, type MarketData, candles } from './market-data.ts'
export { type Candle, type Interval, intervals, openingOf, storedIn } from './candle.ts'
