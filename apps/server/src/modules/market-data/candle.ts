import type { Trade } from '#modules/exchange/index.ts'
import { DAY_MS, MINUTE_MS } from '#platform/durations.ts'

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
const FIRST_MONDAY_MS = 4 * DAY_MS

/** When the candle opens that this moment belongs to. */
export function openingOf(at: Date, minutes: number): Date {
  return new Date(openingMs(at.getTime(), minutes))
}

function openingMs(ms: number, minutes: number): number {
  const size = minutes * MINUTE_MS
  const origin = minutes === WEEK_MINUTES ? FIRST_MONDAY_MS : 0
  return Math.floor((ms - origin) / size) * size + origin
}

export function candleOfTrade(trade: Trade, minutes: number): Candle {
  const { price, id } = trade
  const candle: Candle = {
    at: openingOf(trade.at, minutes),
    open: price,
    high: price,
    low: price,
    close: price,
    volume: 0n,
    quoteVolume: 0n,
    takerBuyVolume: 0n,
    takerBuyQuote: 0n,
    trades: 0,
    firstTrade: id,
  }
  addTrade(candle, trade)
  return candle
}

/** Adds the next trade to a candle, in place. */
export function addTrade(candle: Candle, { price, quantity, quote, takerSide }: Trade): void {
  if (price > candle.high) candle.high = price
  if (price < candle.low) candle.low = price
  candle.close = price
  candle.volume += quantity
  candle.quoteVolume += quote
  if (takerSide === 'buy') {
    candle.takerBuyVolume += quantity
    candle.takerBuyQuote += quote
  }
  candle.trades += 1
}

/** Two candles of one stretch as one; `later` is the one with the later trades. */
export function addUp(earlier: Candle, later: Candle): Candle {
  const both = { ...earlier }
  extend(both, later)
  return both
}

function extend(candle: Candle, later: Candle): void {
  if (later.high > candle.high) candle.high = later.high
  if (later.low < candle.low) candle.low = later.low
  candle.close = later.close
  candle.volume += later.volume
  candle.quoteVolume += later.quoteVolume
  candle.takerBuyVolume += later.takerBuyVolume
  candle.takerBuyQuote += later.takerBuyQuote
  candle.trades += later.trades
}

/** Larger candles out of smaller ones, in the order of time. */
export function rollUp(candles: readonly Candle[], minutes: number): Candle[] {
  const byOpening = new Map<number, Candle>()
  for (const candle of candles) {
    const opening = openingMs(candle.at.getTime(), minutes)
    const known = byOpening.get(opening)
    if (known) extend(known, candle)
    else byOpening.set(opening, { ...candle, at: new Date(opening) })
  }
  return inTime(byOpening)
}

export function foldTrades(trades: readonly Trade[], minutes: number): Candle[] {
  const byOpening = new Map<number, Candle>()
  for (const trade of trades) {
    const opening = openingMs(trade.at.getTime(), minutes)
    const known = byOpening.get(opening)
    if (known) addTrade(known, trade)
    else byOpening.set(opening, candleOfTrade(trade, minutes))
  }
  return inTime(byOpening)
}

function inTime(byOpening: ReadonlyMap<number, Candle>): Candle[] {
  return [...byOpening.values()].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}
