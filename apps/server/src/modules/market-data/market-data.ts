import type { Db, Tx } from '@btbc/database/database.ts'

import type { Exchange, Trade } from '#modules/exchange/index.ts'
import { MINUTE_MS } from '#platform/durations.ts'
import { singleFlight } from '#platform/background.ts'

import {
  type Candle,
  foldTrades,
  type Interval,
  intervals,
  openingOf,
  rollUp,
  storedIn,
} from './candle.ts'
import { catchUp, findBehind, hear, type Heard, readStored, readTail } from './candle-store.ts'
import { openDays } from './days.ts'
import { openRollingDay, type RollingDay } from './rolling-day.ts'

/** What the market did: candles, the last 24 hours. All of it follows from the trades. */

const DAY_MINUTES = 1440
const AVERAGE_MINUTES = 10
const STORED_ROWS_MAX = 8000
/** Some seconds of trades: the follower is a quarter of a second behind. */
const TAIL_MAX = 20_000
/** Readers see the newest trades anyway; a while makes one stretch of many batches. */
const FOLLOW_EVERY_MS = 250

export type DayStatistics = {
  marketId: number
  /** From when on trades count, and until when. */
  openAt: Date
  closeAt: Date
  open: bigint
  high: bigint
  low: bigint
  /** The last price, also when that was longer ago; 0 before the first trade. */
  close: bigint
  /** The last price before the day; 0 when there was none. */
  previousClose: bigint
  volume: bigint
  quoteVolume: bigint
  count: number
  firstTrade: number | undefined
  lastTrade: number | undefined
  /** `close` less `open`. */
  change: bigint
  /** The same in percent, in units of 10^-8 of a percent. */
  changePercent: bigint
}

export type MarketData = {
  /** What `dayStatistics` has to tell when something was traded. */
  dayOf(marketId: number): DayStatistics | undefined
  dayStatistics(marketId: number): DayStatistics
  /** By volume, of the last minutes: one small trade does not move it. Undefined without trades. */
  averagePrice(marketId: number): bigint | undefined
  /** What was traded elsewhere is not heard of: while another server has the markets, reads it. */
  follow(): Promise<void>
  /** Resolves when the stored candles and the days have every trade that was heard or committed before. */
  caughtUp(): Promise<void>
  stop(): Promise<void>
}

/** Catches up with the trades first: right from the first answer, also after a fall. */
export async function startMarketData(parts: {
  db: Db
  exchange: Exchange
  now: () => Date
  report: (error: unknown, what: string) => void
}): Promise<MarketData> {
  const { db, exchange, now } = parts
  const days = openDays({ ...parts, readDay: (marketId) => readDay(db, marketId, now()) })
  let follower: Follower | undefined
  const stopListening = exchange.onBatch(({ markets }) => {
    for (const { marketId, trades } of markets) {
      if (trades.length === 0) continue
      days.hear(marketId, trades)
      follower?.note(marketId, trades)
    }
  })
  const stopHearing = exchange.onRead(() => days.readAnew())
  follower = startFollower(parts)
  await follower.caughtUp()
  for (const { id } of exchange.known) await days.read(id)
  const dayStatistics = (marketId: number): DayStatistics =>
    describeDay(marketId, days.of(marketId), {
      now: now(),
      last: exchange.lastTrade(marketId),
    })
  return {
    dayStatistics,
    dayOf(marketId) {
      const day = dayStatistics(marketId)
      return day.count === 0 ? undefined : day
    },
    averagePrice: (marketId) => days.of(marketId)?.average(now(), AVERAGE_MINUTES),
    async follow() {
      if (exchange.isOpen()) return
      days.readAnew()
      await days.caughtUp()
    },
    async caughtUp() {
      await follower.caughtUp()
      await days.caughtUp()
    },
    async stop() {
      stopListening()
      stopHearing()
      await Promise.all([follower.stop(), days.caughtUp()])
    },
  }
}

/** Candles oldest first, those of this moment included. Stretches without trades have none. */
export async function candles(
  database: Db | Tx,
  asked: { marketId: number; interval: Interval; from?: Date; to?: Date; limit: number },
): Promise<Candle[]> {
  const { marketId, from, to, limit } = asked
  const { minutes, base } = intervals[asked.interval]
  const first = from && firstOpening(from, minutes)
  const before = to && new Date(openingOf(to, minutes).getTime() + minutes * MINUTE_MS)
  const rows = Math.min(STORED_ROWS_MAX, storedIn(asked.interval) * (limit + 1))
  const stored = await readStored(database, {
    marketId,
    minutes: base,
    from: first,
    before,
    limit: rows,
  })
  const isCut = stored.candles.length === rows
  const { through } = stored
  const tail =
    first && isCut ? [] : await readTail(database, { marketId, through, before, most: TAIL_MAX })
  const fresh = foldTrades(tail, base).filter(
    ({ at }) => (!first || at >= first) && (!before || at < before),
  )
  // A reading that was cut short ends in a candle of which only a part was read.
  const all = rollUp([...stored.candles, ...fresh], minutes)
  if (first) return all.slice(0, Math.min(limit, isCut ? all.length - 1 : all.length))
  return all.slice(Math.max(all.length - limit, isCut ? 1 : 0))
}

function firstOpening(from: Date, minutes: number): Date {
  const opening = openingOf(from, minutes)
  return opening < from ? new Date(opening.getTime() + minutes * MINUTE_MS) : opening
}

async function readDay(db: Db, marketId: number, now: Date): Promise<RollingDay> {
  const since = new Date(now.getTime() - (DAY_MINUTES + 1) * MINUTE_MS)
  const limit = DAY_MINUTES + 2
  const ofMinutes = { marketId, minutes: 1 } as const
  const stored = await readStored(db, { ...ofMinutes, from: since, before: undefined, limit })
  const earlier = await readStored(db, { ...ofMinutes, from: undefined, before: since, limit: 1 })
  const day = openRollingDay(stored.candles, stored.through, earlier.candles[0]?.close)
  const { through } = stored
  day.add(await readTail(db, { marketId, through }))
  return day
}

function describeDay(
  marketId: number,
  day: RollingDay | undefined,
  { now, last }: { now: Date; last: Trade | undefined },
): DayStatistics {
  const sum = day?.sum(now)
  const price = last?.price ?? 0n
  const open = sum?.open ?? price
  const close = sum?.close ?? price
  const change = close - open
  return {
    marketId,
    openAt: new Date(now.getTime() - DAY_MINUTES * MINUTE_MS),
    closeAt: now,
    open,
    high: sum?.high ?? price,
    low: sum?.low ?? price,
    close,
    previousClose: day?.previousClose(now) ?? 0n,
    volume: sum?.volume ?? 0n,
    quoteVolume: sum?.quoteVolume ?? 0n,
    count: sum?.trades ?? 0,
    firstTrade: sum?.firstTrade,
    lastTrade: sum && sum.firstTrade + sum.trades - 1,
    change,
    changePercent: open === 0n ? 0n : (change * 10_000_000_000n) / open,
  }
}

type Follower = {
  note(marketId: number, trades: readonly Trade[]): void
  caughtUp(): Promise<void>
  stop(): Promise<void>
}

/**
 * One writer behind the commits: what comes while it works waits for its next turn, or it would have no
 * end of turns with a few trades each. It adds up what it hears; trades are read where it heard nothing of
 * them, or where what it heard was not written.
 */
function startFollower(parts: {
  db: Db
  report: (error: unknown, what: string) => void
}): Follower {
  const { db, report } = parts
  const behind = new Set<number>()
  const heard = new Map<number, Heard>()
  const stopping = new AbortController()
  const follow = async (marketId: number): Promise<void> => {
    let isBehind = true
    while (isBehind && !stopping.signal.aborted) {
      const traded = heard.get(marketId)
      behind.delete(marketId)
      heard.delete(marketId)
      isBehind = await db.transaction().execute((tx) => catchUp(tx, marketId, traded))
    }
  }
  const run = singleFlight(async () => {
    const turn = [...behind]
    for (const marketId of turn) {
      try {
        await follow(marketId)
      } catch (error) {
        // Nothing is lost: the mark has not moved, and the next trade tries again.
        report(error, 'candles fell behind')
      }
    }
  })
  let soon: NodeJS.Timeout | undefined
  const turnSoon = () => {
    soon ??= setTimeout(() => {
      soon = undefined
      void run().then(() => {
        // It may have been one that had begun before.
        if (behind.size > 0 && !stopping.signal.aborted) turnSoon()
      })
    }, FOLLOW_EVERY_MS)
  }
  return {
    note(marketId, trades) {
      behind.add(marketId)
      const all = hear(heard.get(marketId), trades)
      if (all) heard.set(marketId, all)
      turnSoon()
    },
    async caughtUp() {
      for (const marketId of await findBehind(db)) {
        behind.add(marketId)
        // There may be trades behind what was heard.
        heard.delete(marketId)
      }
      while (behind.size > 0 && !stopping.signal.aborted) await run()
    },
    async stop() {
      stopping.abort()
      clearTimeout(soon)
      await run()
    },
  }
}
