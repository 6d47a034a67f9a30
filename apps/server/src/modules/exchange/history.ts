import type { Db } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import type {
  OrderStatus,
  OrderType,
  OwnFill,
  PageOf,
  Side,
  TimeInForce,
  Trade,
} from './exchange.ts'
import type { Order } from './exchange.ts'
import { findMarket, markets } from './markets.ts'

/**
 * What a member did, by member. The batches write orders and trades under their own numbers only;
 * this follows behind them, and notes in the same transaction how far it has come, so that each
 * order and each trade is there exactly once however often the server dies.
 */

const ROWS_PER_STEP = 10_000
const TRADES_PER_COUNT = 50_000
const DAYS_COUNTED = 30

/** Indexes the next stretch of a market; true while there may be more. */
export async function indexNext(db: Db, marketId: number): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const mark = await tx
      .selectFrom('exchange_indexed')
      .select(['orders_through', 'trades_through'])
      .where('market_id', '=', marketId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const { rows: orders } = await sql<{ through: bigint | null; count: bigint }>`
      with ended as materialized (
        select n, id, member_id, client_id from exchange_ended_order
        where market_id = ${marketId} and n > ${mark.orders_through} order by n limit ${ROWS_PER_STEP}
      ), added as (
        insert into exchange_order_of_member (member_id, market_id, order_id, n, client_id)
        select member_id, ${marketId}, id, n, client_id from ended order by member_id, id
      )
      select max(n) as through, count(*) as count from ended`.execute(tx)
    // In the order of the index, which makes many insertions into it one after the other cheap.
    const { rows: trades } = await sql<{ through: bigint | null; count: bigint }>`
      with trade as materialized (
        select id, maker_id, taker_id from exchange_trade
        where market_id = ${marketId} and id > ${mark.trades_through}
        order by id limit ${ROWS_PER_STEP}
      ), added as (
        insert into exchange_trade_of_member (member_id, market_id, trade_id)
        select member_id, ${marketId}, id
        from (
          select maker_id as member_id, id from trade union all select taker_id, id from trade
        ) side
        order by member_id, id
      )
      select max(id) as through, count(*) as count from trade`.execute(tx)
    const [ended, traded] = [orders[0], trades[0]]
    if (!ended?.through && !traded?.through) return false
    await tx
      .updateTable('exchange_indexed')
      .set({
        orders_through: ended?.through ?? mark.orders_through,
        trades_through: traded?.through ?? mark.trades_through,
      })
      .where('market_id', '=', marketId)
      .execute()
    const most = Math.max(Number(ended?.count ?? 0n), Number(traded?.count ?? 0n))
    return most === ROWS_PER_STEP
  })
}

/** Adds the next stretch of a market's trades to the volumes; true while there may be more. */
export async function countVolumes(db: Db, marketId: number): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const mark = await tx
      .selectFrom('exchange_indexed')
      .select('volume_through')
      .where('market_id', '=', marketId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const { rows } = await sql<{ through: bigint | null; count: bigint }>`
      with trade as materialized (
        select id, maker_id, taker_id, quote, at from exchange_trade
        where market_id = ${marketId} and id > ${mark.volume_through}
        order by id limit ${TRADES_PER_COUNT}
      ), side as (
        select maker_id as member_id, quote, at from trade
        union all select taker_id, quote, at from trade
      ), counted as (
        insert into exchange_volume as v (member_id, day, quote)
        select member_id, (at at time zone 'utc')::date as day, sum(quote)::bigint from side
        group by 1, 2 order by 1, 2
        on conflict (member_id, day) do update set quote = v.quote + excluded.quote
      )
      select max(id) as through, count(*) as count from trade`.execute(tx)
    const [counted] = rows
    if (!counted?.through) return false
    await tx
      .updateTable('exchange_indexed')
      .set({ volume_through: counted.through })
      .where('market_id', '=', marketId)
      .execute()
    return Number(counted.count) === TRADES_PER_COUNT
  })
}

/** The 30-day volume of every member who traded, for the fee tiers. */
export async function readVolumes(db: Db, now: Date): Promise<Map<number, bigint>> {
  const { rows } = await sql<{ member_id: number; quote: bigint }>`
    select member_id, sum(quote) as quote from exchange_volume
    where day > (${now.toISOString()}::timestamptz at time zone 'utc')::date - ${DAYS_COUNTED}::integer
    group by member_id`.execute(db)
  return new Map(rows.map(({ member_id: memberId, quote }) => [memberId, quote]))
}

type OrderRow = {
  market_id: number
  id: bigint
  member_id: number
  side: Side
  type: OrderType
  time_in_force: TimeInForce
  price: bigint | null
  stop_price: bigint | null
  quantity: bigint
  filled: bigint
  quote_filled: bigint
  fee: bigint
  status: OrderStatus
  client_id: string | null
  created_at: Date
  ended_at: Date
}

const orderColumns = sql`o.market_id, o.id, o.member_id, o.side, o.type, o.time_in_force, o.price,
  o.stop_price, o.quantity, o.filled, o.quote_filled, o.fee, o.status, o.client_id, o.created_at,
  o.ended_at`

export async function findEndedOrder(
  db: Db,
  name: { memberId: number; id?: bigint; clientId?: string },
): Promise<Order | undefined> {
  const { memberId, id, clientId } = name
  const wanted =
    id === undefined
      ? sql`m.client_id = ${clientId ?? ''}`
      : sql`m.market_id = any (${marketIds()}::integer[]) and m.order_id = ${id}`
  const { rows } = await sql<OrderRow>`
    select ${orderColumns}
    from exchange_order_of_member m
    join exchange_ended_order o on o.market_id = m.market_id and o.n = m.n
    where m.member_id = ${memberId} and ${wanted}
    order by m.order_id desc limit 1`.execute(db)
  return rows[0] && readOrder(rows[0])
}

/** The first and the last trade of an ended order, or undefined when it had none. */
export async function findTradesOfEnded(
  db: Db,
  memberId: number,
  orderId: bigint,
): Promise<{ marketId: number; tradesOfOrder: { first: bigint; last: bigint } } | undefined> {
  const { rows } = await sql<{ market_id: number; first: bigint | null; last: bigint | null }>`
    select o.market_id, o.first_trade as first, o.last_trade as last
    from exchange_order_of_member m
    join exchange_ended_order o on o.market_id = m.market_id and o.n = m.n
    where m.member_id = ${memberId} and m.market_id = any (${marketIds()}::integer[])
      and m.order_id = ${orderId}`.execute(db)
  const [row] = rows
  if (!row || row.first === null || row.last === null) return undefined
  return { marketId: row.market_id, tradesOfOrder: { first: row.first, last: row.last } }
}

/** Newest first, or from an id upwards. */
export async function readEndedOrders(
  db: Db,
  memberId: number,
  { marketId, fromId, skip = 0, limit }: PageOf,
): Promise<Order[]> {
  const count = skip + limit
  const from = fromId ?? 0n
  const way = fromId === undefined ? sql`desc` : sql`asc`
  const { rows } = await sql<OrderRow>`
    select ${orderColumns}
    from (
      select m.market_id, m.order_id, m.n
      from unnest(${marketIds(marketId)}::integer[]) as k (market_id)
      cross join lateral (
        select market_id, order_id, n from exchange_order_of_member
        where member_id = ${memberId} and market_id = k.market_id and order_id >= ${from}
        order by order_id ${way} limit ${count}
      ) m
      order by m.order_id ${way} limit ${limit} offset ${skip}
    ) m
    join exchange_ended_order o on o.market_id = m.market_id and o.n = m.n
    order by o.id ${way}`.execute(db)
  return rows.map(readOrder)
}

export async function countEnded(db: Db, memberId: number, marketId?: number): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from exchange_order_of_member
    where member_id = ${memberId} and market_id = any (${marketIds(marketId)}::integer[])`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0n)
}

type TradeRow = {
  market_id: number
  id: bigint
  price: bigint
  quantity: bigint
  quote: bigint
  taker_side: Side
  maker_order: bigint
  taker_order: bigint
  maker_id: number
  taker_id: number
  maker_fee: bigint
  taker_fee: bigint
  at: Date
}

export async function readFills(
  db: Db,
  memberId: number,
  page: PageOf & { orderId?: bigint; tradesOfOrder?: { first: bigint; last: bigint } },
): Promise<OwnFill[]> {
  const { marketId, fromId, skip = 0, limit, orderId, tradesOfOrder } = page
  const from = tradesOfOrder?.first ?? fromId ?? 0n
  const to = tradesOfOrder?.last ?? BigInt(Number.MAX_SAFE_INTEGER)
  const way = fromId === undefined ? sql`desc` : sql`asc`
  const { rows } = await sql<TradeRow>`
    select t.*
    from unnest(${marketIds(marketId)}::integer[]) as k (market_id)
    cross join lateral (
      select t.* from exchange_trade_of_member m
      join exchange_trade t on t.market_id = m.market_id and t.id = m.trade_id
      where m.member_id = ${memberId} and m.market_id = k.market_id
        and m.trade_id between ${from} and ${to}
        and (${orderId ?? null}::bigint is null
          or t.maker_order = ${orderId ?? null}::bigint or t.taker_order = ${orderId ?? null}::bigint)
      order by m.trade_id ${way} limit ${skip + limit}
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
  const { rows } = await sql<TradeRow>`
    select * from exchange_trade
    where market_id = ${marketId} and id >= ${fromId ?? 0}
    order by id ${fromId === undefined ? sql`desc` : sql`asc`} limit ${limit}`.execute(db)
  const trades = rows.map(readTrade)
  return fromId === undefined ? trades.toReversed() : trades
}

function marketIds(marketId?: number): number[] {
  return marketId === undefined ? markets.map(({ id }) => id) : [marketId]
}

function readOrder(row: OrderRow): Order {
  const market = findMarket(row.market_id)
  if (!market) throw new RangeError(`An order of an unknown market ${row.market_id}`)
  return {
    id: row.id,
    clientId: row.client_id ?? undefined,
    memberId: row.member_id,
    marketId: market.id,
    side: row.side,
    type: row.type,
    timeInForce: row.time_in_force,
    price: row.price === null ? undefined : row.price * market.tick,
    stopPrice: row.stop_price === null ? undefined : row.stop_price * market.tick,
    quantity: row.quantity * market.lot,
    filled: row.filled * market.lot,
    quoteFilled: row.quote_filled,
    fee: row.fee,
    feeCurrency: row.side === 'buy' ? market.base : market.quote,
    held: 0n,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.ended_at,
  }
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
    takerSide: row.taker_side,
    at: row.at,
    makerOrderId: row.maker_order,
    takerOrderId: row.taker_order,
    makerId: row.maker_id,
    takerId: row.taker_id,
  }
}

function readFill(row: TradeRow, memberId: number): OwnFill {
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
