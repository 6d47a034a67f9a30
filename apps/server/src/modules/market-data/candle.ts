import type { Trade } from '#modules/exchange/index.ts'
import { MINUTE_MS } from '#platform/durations.ts'

/** Candles as values: which one a moment belongs to, and how trades and smaller candles add up. */

export type Candle = {
  /** When it opens. */
  at: Date
  open: bigint
  high: bigint
  low: bigint
  close: bigint
  volume: bigint
  quoteVolume: bigint
  /** The part of the volume whose taker bought. */
  takerBuyVolume: bigint
  takerBuyQuote: bigint
  trades: number
  /** The id of its first trade. */
  firstTrade: number
}

/** `base` is the stored interval an interval is added up from, in minutes too. */
export const intervals = {
  '1m': { minutes: 1, base: 1 },
  '3m': { minutes: 3, base: 1 },
  '5m': { minutes: 5, base: 5 },
  '15m': { minutes: 15, base: 5 },
  '30m': { minutes: 30, base: 30 },
  '1h': { minutes: 60, base: 60 },
  '2h': { minutes: 120, base: 60 },
  '4h': { minutes: 240, base: 240 },
  '6h': { minutes: 360, base: 60 },
  '12h': { minutes: 720, base: 720 },
  '1d': { minutes: 1440, base: 1440 },
  '1w': { minutes: 10_080, base: 1440 },
} as const

export type Interval = keyof typeof intervals
export const storedMinutes = [1, 5, 30, 60, 240, 720, 1440] as const

/** How many stored candles one of an interval is made of; of one that there is not, one. */
export function storedIn(interval: string): number {
  if (!Object.hasOwn(intervals, interval)) return 1
  const { minutes, base } = intervals[interval as Interval]
  return minutes / base
}

const WEEK_MINUTES = 10_080
/** Weeks open on Monday; day 0 of the count of time was a Thursday. */
const FIRST_MONDAY_MS = 4 * 1440 * MINUTE_MS

/** When the candle opens that this moment belongs to. */
export function openingOf(at: Date, minutes: number): Date {
  const size = minutes * MINUTE_MS
  const origin = minutes === WEEK_MINUTES ? FIRST_MONDAY_MS : 0
  return new Date(Math.floor((at.getTime() - origin) / size) * size + origin)
}

export function candleOfTrade(trade: Trade, minutes: number): Candle {
  const { price, quantity, quote, id } = trade
  const isBuy = trade.takerSide === 'buy'
  return {
    at: openingOf(trade.at, minutes),
    open: price,
    high: price,
    low: price,
    close: price,
    volume: quantity,
    quoteVolume: quote,
    takerBuyVolume: isBuy ? quantity : 0n,
    takerBuyQuote: isBuy ? quote : 0n,
    trades: 1,
    firstTrade: id,
  }
}

/** Two candles of one stretch as one; `later` is the one with the later trades. */
export function addUp(earlier: Candle, later: Candle): Candle {
  return {
    at: earlier.at,
    open: earlier.open,
    high: later.high > earlier.high ? later.high : earlier.high,
    low: later.low < earlier.low ? later.low : earlier.low,
    close: later.close,
    volume: earlier.volume + later.volume,
    quoteVolume: earlier.quoteVolume + later.quoteVolume,
    takerBuyVolume: earlier.takerBuyVolume + later.takerBuyVolume,
    takerBuyQuote: earlier.takerBuyQuote + later.takerBuyQuote,
    trades: earlier.trades + later.trades,
    firstTrade: earlier.firstTrade,
  }
}

/** Larger candles out of smaller ones, or of those of single trades, in the order of time. */
export function rollUp(candles: readonly Candle[], minutes: number): Candle[] {
  const byOpening = new Map<number, Candle>()
  for (const candle of candles) {
    const at = openingOf(candle.at, minutes)
    const known = byOpening.get(at.getTime())
    byOpening.set(at.getTime(), known ? addUp(known, candle) : { ...candle, at })
  }
  return [...byOpening.values()].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

export function foldTrades(trades: readonly Trade[], minutes: number): Candle[] {
  return rollUp(
    trades.map((trade) => candleOfTrade(trade, minutes)),
    minutes,
  )
}
