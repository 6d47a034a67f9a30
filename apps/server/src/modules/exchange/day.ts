import type { Db } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import type { Batch, Trade } from './exchange.ts'
import { getMarket } from './markets.ts'

/** The last 24 hours of each market, by the minute: read once at the start, then kept by commits. */

export type Day = {
  /** Undefined when nothing was traded within 24 hours. */
  of: (marketId: number, now: Date) => DayFigures | undefined
  add: (batch: Batch) => void
}

export type DayFigures = { open: bigint; high: bigint; low: bigint; volume: bigint }

type Minute = DayFigures & { minute: number }

const MINUTE_MS = 60_000
const MINUTES = 24 * 60

export async function readDay(db: Db, marketIds: readonly number[], now: Date): Promise<Day> {
  const minutes = new Map<number, Minute[]>()
  for (const id of marketIds) minutes.set(id, await readMinutes(db, id, now))
  return {
    of(marketId, at) {
      const from = minuteOf(at) - MINUTES
      const kept = (minutes.get(marketId) ?? []).filter(({ minute }) => minute > from)
      minutes.set(marketId, kept)
      const [first] = kept
      if (!first) return undefined
      return kept.reduce<DayFigures>(
        (sum, { high, low, volume }) => ({
          open: sum.open,
          high: high > sum.high ? high : sum.high,
          low: low < sum.low ? low : sum.low,
          volume: sum.volume + volume,
        }),
        { open: first.open, high: first.high, low: first.low, volume: 0n },
      )
    },
    add({ markets }) {
      for (const { marketId, trades } of markets) {
        const kept = minutes.get(marketId)
        if (kept) for (const trade of trades) addTrade(kept, trade)
      }
    },
  }
}

function addTrade(kept: Minute[], { at, price, quantity }: Trade): void {
  const minute = minuteOf(at)
  const last = kept.at(-1)
  if (last?.minute !== minute) {
    kept.push({ minute, open: price, high: price, low: price, volume: quantity })
    if (kept.length > 2 * MINUTES) kept.splice(0, MINUTES)
    return
  }
  if (price > last.high) last.high = price
  if (price < last.low) last.low = price
  last.volume += quantity
}

function minuteOf(at: Date): number {
  return Math.floor(at.getTime() / MINUTE_MS)
}

async function readMinutes(db: Db, marketId: number, now: Date): Promise<Minute[]> {
  const { tick, lot } = getMarket(marketId)
  const first = await findFirstSince(db, marketId, new Date(now.getTime() - MINUTES * MINUTE_MS))
  const { rows } = await sql<{
    minute: bigint
    open: bigint
    high: bigint
    low: bigint
    volume: bigint
  }>`
    select floor(extract(epoch from at) / 60)::bigint as minute,
      (array_agg(price order by id))[1] as open, max(price) as high, min(price) as low,
      sum(quantity) as volume
    from (
      select b.at, b.first_id + t.place - 1 as id, t.price, t.quantity
      from exchange_trade_batch b
      cross join unnest(b.price, b.quantity) with ordinality as t (price, quantity, place)
      where b.market_id = ${marketId} and b.first_id >= ${first}
    ) trade
    group by 1 order by 1`.execute(db)
  return rows.map((row) => ({
    minute: Number(row.minute),
    open: row.open * tick,
    high: row.high * tick,
    low: row.low * tick,
    volume: row.volume * lot,
  }))
}

/** Trades have no index on their time, but their ids follow it: a search by halves needs none. */
async function findFirstSince(db: Db, marketId: number, since: Date): Promise<number> {
  const find = async (id: number) =>
    await db
      .selectFrom('exchange_trade_batch')
      .select(['first_id', 'last_id', 'at'])
      .where('market_id', '=', marketId)
      .where('first_id', '<=', BigInt(id))
      .orderBy('first_id', 'desc')
      .limit(1)
      .executeTakeFirst()
  const newest = await find(Number.MAX_SAFE_INTEGER)
  let low = 1
  let high = Number(newest?.last_id ?? 0n) + 1
  while (low < high) {
    const batch = await find(Math.floor((low + high) / 2))
    if (batch && batch.at >= since) high = Number(batch.first_id)
    else low = Number(batch?.last_id ?? BigInt(low)) + 1
  }
  return low
}
