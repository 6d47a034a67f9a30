import type { Db } from '@btbc/database/database.ts'
import { type RawBuilder, sql } from 'kysely'

import type { OwnFill, Trade } from '../exchange.ts'
import { findMarket, marketIds } from '../markets.ts'
import { LAST_ID, type PageBelow } from './moments.ts'

/** Trades of a market and of a member, read out of the batches they happened in. */

export type TradeRow = {
  market_id: number
  id: bigint
  price: bigint
  quantity: bigint
  quote: bigint
  taker_sells: boolean
  maker_order: bigint
  taker_order: bigint
  maker_id: number
  taker_id: number
  maker_fee: bigint
  taker_fee: bigint
  at: Date
}

export const tradeColumns = sql`b.market_id, b.price[p], b.quantity[p], b.quote[p], b.taker_sells[p],
  b.maker_order[p], b.taker_order[p], b.maker_id[p], b.taker_id[p], b.maker_fee[p], b.taker_fee[p],
  b.at`

type FillsAsked = PageBelow & { orderId?: bigint; tradesOfOrder?: { first: bigint; last: bigint } }

export async function readFills(db: Db, memberId: number, page: FillsAsked): Promise<OwnFill[]> {
  const { rows } = await fillsQuery(memberId, page).execute(db)
  return rows.map((row) => readFill(row, memberId))
}

export function fillsQuery(memberId: number, page: FillsAsked): RawBuilder<TradeRow> {
  const { marketId, fromId, belowId = LAST_ID, skip = 0, limit, orderId, tradesOfOrder } = page
  const { first = 0n, last = LAST_ID } = tradesOfOrder ?? {}
  const from = fromId !== undefined && fromId > first ? fromId : first
  const to = belowId <= last ? belowId - 1n : last
  const way = fromId === undefined ? sql`desc` : sql`asc`
  // Lists do not overlap, so they are read one after the other until there are enough ids: each has one,
  // but for the first, in which all may lie outside. Of an order's trades it is not known which of those
  // in their time they are.
  const isEnough = orderId === undefined
  const enough = isEnough ? sql`limit ${skip + limit}` : sql``
  const enoughLists = isEnough ? sql`limit ${skip + limit + 1}` : sql``
  // What is skipped costs its ids and times; the columns are read out for the page alone.
  return sql<TradeRow>`
    select t.id, ${tradeColumns}
    from (
      select k.market_id, own.id, found.first_id, found.at
      from unnest(${marketIds(marketId)}::integer[]) as k (market_id)
      cross join lateral (
        select o.id
        from (
          select ids, last_id from exchange_trades_of_member
          where member_id = ${memberId} and market_id = k.market_id
            and last_id >= ${from} and last_id <= coalesce((
              select c.last_id from exchange_trades_of_member c
              where c.member_id = ${memberId} and c.market_id = k.market_id and c.last_id >= ${to}
              order by c.last_id limit 1
            ), ${to})
          order by last_id ${way} ${enoughLists}
        ) l
        cross join unnest(l.ids) as o (id)
        where o.id between ${from} and ${to}
        order by l.last_id ${way}, o.id ${way} ${enough}
      ) own
      cross join lateral (
        select b.first_id, b.at, b.maker_order, b.taker_order from exchange_trade_batch b
        where b.market_id = k.market_id and b.first_id <= own.id order by b.first_id desc limit 1
      ) found
      where ${orderId ?? null}::bigint is null
        or found.maker_order[own.id - found.first_id + 1] = ${orderId ?? null}::bigint
        or found.taker_order[own.id - found.first_id + 1] = ${orderId ?? null}::bigint
      order by found.at ${way}, own.id ${way} limit ${limit} offset ${skip}
    ) t
    join exchange_trade_batch b on b.market_id = t.market_id and b.first_id = t.first_id
    cross join lateral (select (t.id - b.first_id + 1)::integer) as at (p)
    order by t.at ${way}, t.id ${way}`
}

/** Trades of a market, in the order of their ids. */
export async function readTrades(
  db: Db,
  marketId: number,
  { fromId, limit }: { fromId?: number; limit: number },
): Promise<Trade[]> {
  const first = fromId ?? ((await lastTradeIds(db, marketId)).get(marketId) ?? 0) - limit + 1
  const { rows } = await tradesQuery(marketId, { first, limit }).execute(db)
  return rows.map(readTrade)
}

/** Each array is fetched once for all trades of its batch: to index it for each would fetch it each time. */
function tradesQuery(
  marketId: number,
  { first, limit }: { first: number; limit: number },
): RawBuilder<TradeRow> {
  return sql<TradeRow>`
    select b.market_id, b.first_id + own.low + t.n - 2 as id, t.price, t.quantity, t.quote,
      t.taker_sells, t.maker_order, t.taker_order, t.maker_id, t.taker_id, t.maker_fee, t.taker_fee,
      b.at
    from exchange_trade_batch b
    cross join lateral (
      select greatest(${first} - b.first_id + 1, 1)::integer as low,
        least(${first + limit} - b.first_id, b.last_id - b.first_id + 1)::integer as high
    ) own
    cross join lateral unnest(
      b.price[own.low:own.high], b.quantity[own.low:own.high], b.quote[own.low:own.high],
      b.taker_sells[own.low:own.high], b.maker_order[own.low:own.high],
      b.taker_order[own.low:own.high], b.maker_id[own.low:own.high], b.taker_id[own.low:own.high],
      b.maker_fee[own.low:own.high], b.taker_fee[own.low:own.high]
    ) with ordinality as t (price, quantity, quote, taker_sells, maker_order, taker_order, maker_id,
      taker_id, maker_fee, taker_fee, n)
    where b.market_id = ${marketId} and b.first_id < ${first + limit}
      and b.first_id >= coalesce((
        select first_id from exchange_trade_batch
        where market_id = ${marketId} and first_id <= ${first} order by first_id desc limit 1
      ), ${first})
    order by id`
}

/** The number of the last trade of each market that has any, or of this one. */
export async function lastTradeIds(db: Db, marketId?: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ market_id: number; id: number }>`
    select k.market_id, last.id
    from unnest(${marketIds(marketId)}::integer[]) as k (market_id)
    cross join lateral (
      select b.last_id::float8 as id from exchange_trade_batch b
      where b.market_id = k.market_id order by b.first_id desc limit 1
    ) last`.execute(db)
  return new Map(rows.map((row) => [row.market_id, row.id]))
}

function readTrade(row: TradeRow): Trade {
  const market = findMarket(row.market_id)
  if (!market) throw new RangeError(`A trade of an unknown market ${row.market_id}`)
  return {
    marketId: market.id,
    id: Number(row.id),
    price: row.price * market.tick,
    quantity: row.quantity * market.lot,
    quote: row.quote,
    takerSide: row.taker_sells ? 'sell' : 'buy',
    at: row.at,
    makerOrderId: row.maker_order,
    takerOrderId: row.taker_order,
    makerId: row.maker_id,
    takerId: row.taker_id,
  }
}

export function readFill(row: TradeRow, memberId: number): OwnFill {
  const trade = readTrade(row)
  const isMaker = trade.makerId === memberId
  const makerSide = trade.takerSide === 'buy' ? 'sell' : 'buy'
  const side = isMaker ? makerSide : trade.takerSide
  const market = findMarket(trade.marketId)
  if (!market) throw new RangeError(`A trade of an unknown market ${trade.marketId}`)
  return {
    tradeId: trade.id,
    marketId: trade.marketId,
    orderId: isMaker ? trade.makerOrderId : trade.takerOrderId,
    side,
    price: trade.price,
    quantity: trade.quantity,
    quote: trade.quote,
    fee: isMaker ? row.maker_fee : row.taker_fee,
    feeCurrency: side === 'buy' ? market.base : market.quote,
    isMaker,
    at: trade.at,
  }
}
