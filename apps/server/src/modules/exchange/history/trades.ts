import type { Db } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import type { OwnFill, PageOf, Trade } from '../exchange.ts'
import { findMarket, marketIds } from '../markets.ts'

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

export async function readFills(
  db: Db,
  memberId: number,
  page: PageOf & { orderId?: bigint; tradesOfOrder?: { first: bigint; last: bigint } },
): Promise<OwnFill[]> {
  const { marketId, fromId, skip = 0, limit, orderId, tradesOfOrder } = page
  const from = tradesOfOrder?.first ?? fromId ?? 0n
  const to = tradesOfOrder?.last ?? BigInt(Number.MAX_SAFE_INTEGER)
  const way = fromId === undefined ? sql`desc` : sql`asc`
  // Lists do not overlap, and all but the outermost two have an id in the stretch. Of an order's
  // trades it is not known in which of the lists of its time they are.
  const lists = orderId === undefined ? sql`limit ${skip + limit + 2}` : sql``
  const { rows } = await sql<TradeRow>`
    select t.*
    from unnest(${marketIds(marketId)}::integer[]) as k (market_id)
    cross join lateral (
      select own.id, ${tradeColumns}
      from (
        select ids from exchange_trades_of_member
        where member_id = ${memberId} and market_id = k.market_id
          and last_id >= ${from} and first_id <= ${to}
        order by last_id ${way} ${lists}
      ) list
      cross join unnest(list.ids) as own (id)
      cross join lateral (
        select * from exchange_trade_batch
        where market_id = k.market_id and first_id <= own.id order by first_id desc limit 1
      ) b
      cross join lateral (select (own.id - b.first_id + 1)::integer) as at (p)
      where own.id between ${from} and ${to}
        and (${orderId ?? null}::bigint is null
          or b.maker_order[p] = ${orderId ?? null}::bigint
          or b.taker_order[p] = ${orderId ?? null}::bigint)
      order by own.id ${way} limit ${skip + limit}
    ) t
    order by t.at ${way}, t.id ${way} limit ${limit} offset ${skip}`.execute(db)
  return rows.map((row) => readFill(row, memberId))
}

/** Trades of a market, in the order of their ids. */
export async function readTrades(
  db: Db,
  marketId: number,
  { fromId, limit }: { fromId?: number; limit: number },
): Promise<Trade[]> {
  const first = fromId ?? (await lastTradeId(db, marketId)) - limit + 1
  const { rows } = await sql<TradeRow>`
    select t.id, ${tradeColumns}
    from exchange_trade_batch b
    cross join generate_subscripts(b.price, 1) as p
    cross join lateral (select b.first_id + p - 1) as t (id)
    where b.market_id = ${marketId} and b.first_id < ${first + limit}
      and b.first_id >= coalesce((
        select first_id from exchange_trade_batch
        where market_id = ${marketId} and first_id <= ${first} order by first_id desc limit 1
      ), ${first})
      and t.id >= ${first} and t.id < ${first + limit}
    order by t.id`.execute(db)
  return rows.map(readTrade)
}

async function lastTradeId(db: Db, marketId: number): Promise<number> {
  const last = await db
    .selectFrom('exchange_trade_batch')
    .select('last_id')
    .where('market_id', '=', marketId)
    .orderBy('first_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return Number(last?.last_id ?? 0n)
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
