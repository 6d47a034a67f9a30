import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { lastTradeIds, type Trade, readTrades } from '#modules/exchange/index.ts'

import {
  type Candle,
  foldTrades,
  rollUp,
  type storedMinutes as stored,
  storedMinutes,
} from './candle.ts'

/** The stored candles, and how they follow the trades. */

const TRADES_AT_ONCE = 1000
const [MINUTE] = storedMinutes

/** Markets with trades that the stored candles do not have yet. */
export async function findBehind(db: Db): Promise<number[]> {
  const last = await lastTradeIds(db)
  const marks = await db
    .selectFrom('market_candle_through')
    .select(['market_id', 'trade_id'])
    .execute()
  return marks
    .filter((mark) => Number(mark.trade_id) < (last.get(mark.market_id) ?? 0))
    .map((mark) => mark.market_id)
}

/** Trades one after the other as this server heard of them, added up to candles of a minute. */
export type Heard = { firstTrade: number; lastTrade: number; minutes: Candle[] }

/** What was heard and more: of trades that do not follow upon it, those alone. */
export function hear(heard: Heard | undefined, trades: readonly Trade[]): Heard | undefined {
  const [first] = trades
  const last = trades.at(-1)
  if (!first || !last) return heard
  const before = heard?.lastTrade === first.id - 1 ? heard : undefined
  return {
    firstTrade: before?.firstTrade ?? first.id,
    lastTrade: last.id,
    minutes: rollUp([...(before?.minutes ?? []), ...foldTrades(trades, MINUTE)], MINUTE),
  }
}

/**
 * Brings the stored candles of a market closer to its trades; answers whether there may be more of them.
 * The mark moves in the same transaction, so that each trade counts once, whatever happens. What was
 * heard is taken where it begins behind the mark, and the trades are read where it does not.
 */
export async function catchUp(tx: Tx, marketId: number, heard?: Heard): Promise<boolean> {
  const mark = await tx
    .selectFrom('market_candle_through')
    .select('trade_id')
    .where('market_id', '=', marketId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const next = Number(mark.trade_id) + 1
  const added = heard?.firstTrade === next ? heard : await readHeard(tx, marketId, next)
  if (!added) return false
  const rows = storedMinutes.flatMap((minutes) =>
    rollUp(added.minutes, minutes).map((candle) => toRow(marketId, minutes, candle)),
  )
  await tx
    .insertInto('market_candle')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['market_id', 'minutes', 'at']).doUpdateSet({
        high: sql`greatest(market_candle.high, excluded.high)`,
        low: sql`least(market_candle.low, excluded.low)`,
        close: sql`excluded.close`,
        volume: sql`market_candle.volume + excluded.volume`,
        quote_volume: sql`market_candle.quote_volume + excluded.quote_volume`,
        taker_buy_volume: sql`market_candle.taker_buy_volume + excluded.taker_buy_volume`,
        taker_buy_quote: sql`market_candle.taker_buy_quote + excluded.taker_buy_quote`,
        trades: sql`market_candle.trades + excluded.trades`,
      }),
    )
    .execute()
  await tx
    .updateTable('market_candle_through')
    .set({ trade_id: BigInt(added.lastTrade) })
    .where('market_id', '=', marketId)
    .execute()
  return added !== heard
}

/** What is to be heard of a market from a trade on, some of it; undefined when there is nothing. */
async function readHeard(tx: Tx, marketId: number, fromId: number): Promise<Heard | undefined> {
  return hear(undefined, await readTrades(tx, marketId, { fromId, limit: TRADES_AT_ONCE }))
}

export type Stretch = {
  marketId: number
  minutes: (typeof stored)[number]
  /** Those that open from here on, oldest first; without it, the newest. */
  from: Date | undefined
  /** Those that open before. */
  before: Date | undefined
  limit: number
}

/** Stored candles oldest first, and up to which trade they go: both as of one moment. */
export async function readStored(
  database: Db | Tx,
  stretch: Stretch,
): Promise<{ candles: Candle[]; through: number }> {
  const { rows } = await storedQuery(stretch).execute(database)
  const candles = rows.flatMap((row) => (isCandleRow(row) ? [fromRow(row)] : []))
  return {
    candles: stretch.from ? candles : candles.toReversed(),
    through: Number(rows[0]?.through ?? 0n),
  }
}

export function storedQuery({ marketId, minutes, from, before, limit }: Stretch) {
  return sql<StoredRow>`
    select mark.trade_id as through, candle.*
    from market_candle_through mark
    left join lateral (
      select * from market_candle
      where market_id = ${marketId} and minutes = ${minutes}
        and at >= ${from ?? new Date(0)}::timestamptz
        and at < coalesce(${before ?? null}::timestamptz, 'infinity')
      order by at ${from ? sql`asc` : sql`desc`} limit ${limit}
    ) candle on true
    where mark.market_id = ${marketId}
    order by candle.at ${from ? sql`asc` : sql`desc`}`
}

/**
 * The trades that the stored candles do not have yet: those of the last moments, and none that are of no
 * use `before` a time. When there are more than `most` the follower has fallen far behind, and whoever
 * asks is told so instead of being shown old candles as those of now.
 */
export async function readTail(
  database: Db | Tx,
  asked: { marketId: number; through: number; before?: Date | undefined; most?: number },
): Promise<Trade[]> {
  const { marketId, through, before, most = Infinity } = asked
  const tail: Trade[] = []
  for (;;) {
    const fromId = through + tail.length + 1
    const more = await readTrades(database, marketId, { fromId, limit: TRADES_AT_ONCE })
    tail.push(...more)
    const last = more.at(-1)
    if (!last || more.length < TRADES_AT_ONCE || (before && last.at >= before)) return tail
    if (tail.length >= most) throw new Refusal('unavailable')
  }
}

type CandleRow = {
  market_id: number
  minutes: number
  at: Date
  open: bigint
  high: bigint
  low: bigint
  close: bigint
  volume: bigint
  quote_volume: bigint
  taker_buy_volume: bigint
  taker_buy_quote: bigint
  trades: bigint
  first_trade: bigint
}
type StoredRow = { through: bigint } & (CandleRow | { at: null })

function isCandleRow(row: StoredRow): row is { through: bigint } & CandleRow {
  return row.at !== null
}

function toRow(marketId: number, minutes: number, candle: Candle): CandleRow {
  return {
    market_id: marketId,
    minutes,
    at: candle.at,
    open: candle.open,
    high: candle.high,
    low: candle.low,
    close: candle.close,
    volume: candle.volume,
    quote_volume: candle.quoteVolume,
    taker_buy_volume: candle.takerBuyVolume,
    taker_buy_quote: candle.takerBuyQuote,
    trades: BigInt(candle.trades),
    first_trade: BigInt(candle.firstTrade),
  }
}

function fromRow(row: CandleRow): Candle {
  return {
    at: row.at,
    open: row.open,
    high: row.high,
    low: row.low,
    close: row.close,
    volume: row.volume,
    quoteVolume: row.quote_volume,
    takerBuyVolume: row.taker_buy_volume,
    takerBuyQuote: row.taker_buy_quote,
    trades: Number(row.trades),
    firstTrade: Number(row.first_trade),
  }
}
