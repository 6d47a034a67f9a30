import type { Db } from '@btbc/database/database.ts'

import type { Market } from '#modules/exchange/exchange.ts'
import { type Candle, type Interval, intervals } from '#modules/market-data/candle.ts'
import { candles } from '#modules/market-data/market-data.ts'

import { candleJson } from './wire-form.ts'

/** What a stream of candles says: each as it grows, and each once more when its time is over. */

const MINUTE_MS = 60_000

export type KlineStream = {
  /** After trades that were committed at this time. */
  grow(at: Date): Promise<object[]>
  /** The last word on a candle whose time is over; nothing while it is not. */
  close(now: Date): Promise<object[]>
}

export function openKlineStream(db: Db, market: Market, interval: Interval): KlineStream {
  const { minutes } = intervals[interval]
  /** The opening of the candle that was told and not yet closed. */
  let open: Date | undefined
  let turn: Promise<unknown> = Promise.resolve()
  // One question at a time: events of a candle never overtake each other.
  const inTurn = (work: () => Promise<object[]>): Promise<object[]> => {
    const result = turn.then(work)
    turn = result.catch(() => undefined)
    return result
  }
  const tell = (candle: Candle, at: Date, isClosed: boolean) =>
    klineEvent(market, interval, { candle, at, isClosed })

  const close = async (now: Date): Promise<object[]> => {
    if (open === undefined || now.getTime() < open.getTime() + minutes * MINUTE_MS) return []
    const asked = { marketId: market.id, interval, from: open, to: open, limit: 1 }
    open = undefined
    const [candle] = await candles(db, asked)
    return candle ? [tell(candle, now, true)] : []
  }
  const grow = async (at: Date): Promise<object[]> => {
    const closed = await close(at)
    const [candle] = await candles(db, { marketId: market.id, interval, limit: 1 })
    if (!candle) return closed
    open = candle.at
    return [...closed, tell(candle, at, false)]
  }
  return { grow: (at) => inTurn(() => grow(at)), close: (now) => inTurn(() => close(now)) }
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
