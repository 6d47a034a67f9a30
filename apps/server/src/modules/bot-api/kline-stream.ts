import { setTimeout as sleep } from 'node:timers/promises'

import type { Db } from '@btbc/database/database.ts'

import type { Market } from '#modules/exchange/index.ts'
import { type Candle, type Interval, candles, intervals } from '#modules/market-data/index.ts'

import { MINUTE_MS } from '#platform/durations.ts'

import { candleJson } from './wire-form.ts'

/** What a stream of candles says: each as it grows, and each once more when its time is over. */

/** How soon after an answer the database is asked again, however many trades there were. */
const ASK_EVERY_MS = 250

export type KlineStream = {
  /** Trades were committed at this time. */
  grow(at: Date): void
  /** Time has passed. */
  beat(now: Date): void
  stop(): void
}

type Parts = {
  db: Db
  market: Market
  interval: Interval
  openedAt: Date
  say: (events: readonly object[]) => void
  report: (error: unknown, what: string) => void
}

export function openKlineStream(parts: Parts): KlineStream {
  const { db, market, interval, openedAt, say, report } = parts
  const { minutes } = intervals[interval]
  /** The opening of the candle that was told and not yet closed. */
  let open: Date | undefined
  /** What to ask next; everything that came since the last question is one. */
  let due: { at: Date; grew: boolean } | undefined
  let isAsking = false
  /** Whether the candle was asked for that was there when the stream opened. */
  let hasBegun = false
  const stopping = new AbortController()
  const isOver = (now: Date, opening = open): boolean =>
    opening !== undefined && now.getTime() >= opening.getTime() + minutes * MINUTE_MS
  const tell = (candle: Candle, at: Date, isClosed: boolean) =>
    klineEvent(market, interval, { candle, at, isClosed })

  const close = async (now: Date): Promise<object[]> => {
    if (open === undefined || !isOver(now)) return []
    const asked = { marketId: market.id, interval, from: open, to: open, limit: 1 }
    open = undefined
    const [candle] = await candles(db, asked)
    return candle ? [tell(candle, now, true)] : []
  }
  const grow = async (at: Date): Promise<object[]> => {
    const closed = await close(at)
    const [candle] = await candles(db, { marketId: market.id, interval, limit: 1 })
    // One that was over when the stream opened is told to nobody.
    if (!candle || isOver(at, candle.at)) return closed
    open = candle.at
    return [...closed, tell(candle, at, false)]
  }
  /** One question at a time: events of a candle never overtake each other. */
  const askAll = async (): Promise<void> => {
    isAsking = true
    while (due !== undefined && !stopping.signal.aborted) {
      const { at, grew } = due
      due = undefined
      try {
        say(grew ? await grow(at) : await close(at))
      } catch (error) {
        report(error, `candles of ${market.symbol}, ${interval}`)
      }
      await sleep(ASK_EVERY_MS, undefined, { ref: false })
    }
    isAsking = false
  }
  const ask = (at: Date, grew: boolean): void => {
    hasBegun = true
    due = { at, grew: grew || (due?.grew ?? false) }
    if (!isAsking) void askAll()
  }
  return {
    grow: (at) => ask(at, true),
    beat(now) {
      // Not before: who joins and leaves at once costs no question.
      if (!hasBegun) ask(openedAt, true)
      else if (isOver(now)) ask(now, false)
    },
    stop() {
      stopping.abort()
    },
  }
}

function klineEvent(
  market: Market,
  interval: Interval,
  { candle, at, isClosed }: { candle: Candle; at: Date; isClosed: boolean },
): object {
  const row = candleJson(candle, intervals[interval].minutes)
  const [t, o, h, l, c, v, T, q, n, V, Q, B] = row
  const lastTrade = candle.firstTrade + candle.trades - 1
  const k = { t, T, s: market.symbol, i: interval, f: candle.firstTrade, L: lastTrade }
  return {
    e: 'kline',
    E: at.getTime(),
    s: market.symbol,
    k: { ...k, o, c, h, l, v, n, x: isClosed, q, V, Q, B },
  }
}
