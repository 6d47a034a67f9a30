import type { Db } from '@btbc/database/database.ts'

import type { Exchange } from '#modules/exchange/index.ts'
import { type Interval, intervals, openingOf } from '#modules/market-data/index.ts'

import { DAY_MS, MINUTE_MS } from '#platform/durations.ts'

import { readWalks } from './house-liquidity.ts'
import { dayOf, STEP_S, STEPS_PER_DAY, stepOf } from './walk.ts'

/**
 * The walk as candles. What is told is what can be checked or has been shown: days that are over,
 * whose seeds are published, and of today the minutes that are over, around which the house has quoted.
 * Of what is to come nothing is told. No candle here is a trade, and none has a volume.
 */

const DAY_MINUTES = 1440
/** As far back as the seeds are listed. */
const DAYS_MAX = 30
/** Of days that are over, as they are kept; the least recently asked goes. */
const KEPT_MAX = 400

export type ReferenceCandle = { at: Date; open: bigint; high: bigint; low: bigint; close: bigint }

type Asked = { marketId: number; interval: Interval; limit: number; now: Date }
type WalkOfMarket = (step: number) => bigint

/** Reads the newest candles of a market, oldest first. */
export type ReferenceCandles = (asked: Asked) => Promise<ReferenceCandle[]>

export function openReferenceCandles(parts: {
  db: Db
  exchange: Pick<Exchange, 'markets'>
}): ReferenceCandles {
  const { db, exchange } = parts
  const over = new Map<string, ReferenceCandle[]>()
  let today: { day: string; walks: Promise<Map<number, WalkOfMarket>> } | undefined

  /** A day that is over never changes: its candles are worked out once. */
  const dayThatIsOver = async (day: string, marketId: number, base: number) => {
    const key = `${day} ${marketId} ${base}`
    const known = over.get(key)
    over.delete(key)
    const candles =
      known ??
      candlesOf((await readWalks(db, day, exchange.markets)).get(marketId), {
        from: Date.parse(day),
        steps: STEPS_PER_DAY,
        base,
      })
    over.set(key, candles)
    const [oldest] = over.keys()
    if (over.size > KEPT_MAX && oldest !== undefined) over.delete(oldest)
    return candles
  }
  /** Its walk remembers the steps it has taken. */
  const dayUnderWay = async (day: string, { marketId, now }: Asked, base: number) => {
    const asked = today?.day === day ? today : { day, walks: readWalks(db, day, exchange.markets) }
    today = asked
    const forget = () => {
      if (today === asked) today = undefined
    }
    const walks = await asked.walks.catch((error: unknown) => {
      forget()
      throw error
    })
    // Not committed yet, or not all markets: asked again the next time, as what could not be read is.
    if (walks.size < exchange.markets.length) forget()
    const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS)
    return candlesOf(walks.get(marketId), { from: Date.parse(day), steps: stepOf(minute), base })
  }

  return async (asked) => {
    const { minutes, base } = intervals[asked.interval]
    const todayAt = Date.parse(dayOf(asked.now))
    const days = Math.min(DAYS_MAX, Math.ceil((asked.limit * minutes) / DAY_MINUTES) + 1)
    const candles: ReferenceCandle[] = []
    for (let back = days - 1; back > 0; back -= 1) {
      const day = dayOf(new Date(todayAt - back * DAY_MS))
      candles.push(...(await dayThatIsOver(day, asked.marketId, base)))
    }
    candles.push(...(await dayUnderWay(dayOf(asked.now), asked, base)))
    return rollUp(candles, minutes).slice(-asked.limit)
  }
}

/** One day's walk up to a step, in candles of so many minutes. */
function candlesOf(
  walk: WalkOfMarket | undefined,
  { from, steps, base }: { from: number; steps: number; base: number },
): ReferenceCandle[] {
  if (walk === undefined) return []
  const points = Array.from({ length: steps }, (_, step) => {
    const [open, close] = [walk(step), walk(step + 1)]
    const [low, high] = open < close ? [open, close] : [close, open]
    return { at: new Date(from + step * STEP_S * 1000), open, high, low, close }
  })
  return rollUp(points, base)
}

function rollUp(candles: readonly ReferenceCandle[], minutes: number): ReferenceCandle[] {
  const rolled: ReferenceCandle[] = []
  for (const { high, low, close, ...candle } of candles) {
    const at = openingOf(candle.at, minutes)
    const last = rolled.at(-1)
    if (last?.at.getTime() !== at.getTime()) {
      rolled.push({ at, open: candle.open, high, low, close })
      continue
    }
    last.high = high > last.high ? high : last.high
    last.low = low < last.low ? low : last.low
    last.close = close
  }
  return rolled
}
