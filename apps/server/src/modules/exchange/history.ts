import type { Db, Tx } from '@btbc/database/database.ts'
import { type RawBuilder, sql } from 'kysely'

import type { Order, OwnFill, PageOf, Trade } from './exchange.ts'
import { findMarket, markets } from './markets.ts'
import { readStatus, readTerms } from './order-codes.ts'

/**
 * What a member did, by member. The batches write orders and trades under their own numbers only;
 * lists of them by member follow behind, and note in the same transaction how far they have come, so
 * that each order and each trade is there exactly once however often the server dies.
 */

const BATCHES_PER_STEP = 400
const DAYS_COUNTED = 30
/** A step sorts what it lists, which should not go by way of the disk. */
const STEP_MEMORY = '64MB'

/** Lists the next stretch of a market's batches by member; true while there may be more. */
export async function indexNext(db: Db, marketId: number): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    await sql`set local work_mem = ${sql.lit(STEP_MEMORY)}`.execute(tx)
    const mark = await tx
      .selectFrom('exchange_indexed')
      .select(['orders_through', 'trades_through'])
      .where('market_id', '=', marketId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const ended = await listOrders(tx, marketId, mark.orders_through)
    const traded = await listTrades(tx, marketId, mark.trades_through)
    if (!ended.through && !traded.through) return false
    await tx
      .updateTable('exchange_indexed')
      .set({
        orders_through: ended.through ?? mark.orders_through,
        trades_through: traded.through ?? mark.trades_through,
      })
      .where('market_id', '=', marketId)
      .execute()
    return ended.count === BATCHES_PER_STEP || traded.count === BATCHES_PER_STEP
  })
}

type Step = { through: bigint | null; count: number }

async function listOrders(tx: Tx, marketId: number, after: bigint): Promise<Step> {
  const { rows } = await sql<Step>`
    with batch as materialized (
      select first_n, last_n, id, member_id, client_id from exchange_ended_batch
      where market_id = ${marketId} and first_n > ${after} order by first_n limit ${BATCHES_PER_STEP}
    ), added as (
      insert into exchange_orders_of_member (member_id, market_id, first_id, last_id, ids, ns)
      select o.member_id, ${marketId}, min(o.id), max(o.id), array_agg(o.id order by o.id),
        array_agg(b.first_n + o.place - 1 order by o.id)
      from batch b
      cross join unnest(b.id, b.member_id) with ordinality as o (id, member_id, place)
      group by o.member_id
    ), named as (
      insert into exchange_client_order (member_id, client_id, order_id, market_id, n)
      select o.member_id, o.client_id, o.id, ${marketId}, b.first_n + o.place - 1
      from batch b
      cross join unnest(b.id, b.member_id, b.client_id) with ordinality
        as o (id, member_id, client_id, place)
      where b.client_id is not null and o.client_id is not null
      order by o.member_id, o.client_id
    )
    select max(last_n) as through, count(*)::integer as count from batch`.execute(tx)
  return rows[0] ?? { through: null, count: 0 }
}

/** With the volumes, which follow from the same trades in the same order. */
async function listTrades(tx: Tx, marketId: number, after: bigint): Promise<Step> {
  const { rows } = await sql<Step>`
    with batch as materialized (
      select first_id, last_id, maker_id || taker_id as member_id, quote || quote as quote,
        (at at time zone 'utc')::date as day
      from exchange_trade_batch
      where market_id = ${marketId} and first_id > ${after}
      order by first_id limit ${BATCHES_PER_STEP}
    ), traded as materialized (
      select member_id, day, array_agg(id order by id) as ids, sum(quote)::bigint as quote
      from (
        -- Makers first, then takers: each trade stands at two places.
        select t.member_id, b.day, t.quote,
          b.first_id + (t.place - 1) % (b.last_id - b.first_id + 1) as id
        from batch b
        cross join unnest(b.member_id, b.quote) with ordinality as t (member_id, quote, place)
      ) side
      group by member_id, day
    ), added as (
      insert into exchange_trades_of_member (member_id, market_id, first_id, last_id, ids)
      select member_id, ${marketId}, ids[1], ids[cardinality(ids)], ids
      from traded order by member_id, day
    ), counted as (
      insert into exchange_volume as v (member_id, day, quote)
      select member_id, day, quote from traded order by member_id, day
      on conflict (member_id, day) do update set quote = v.quote + excluded.quote
    )
    select max(last_id) as through, count(*)::integer as count from batch`.execute(tx)
  return rows[0] ?? { through: null, count: 0 }
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
  terms: number
  price: bigint | null
  stop_price: bigint | null
  quantity: bigint
  filled: bigint
  quote_filled: bigint
  fee: bigint
  status: number
  first_trade: bigint | null
  last_trade: bigint | null
  client_id: string | null
  created_at: bigint
  ended_at: Date
}

/** The ended orders numbered `n` of their markets, out of the batches they ended in. */
async function readEnded(
  db: Db,
  found: readonly { market_id: number; n: bigint }[],
): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select b.market_id, b.id[p], b.member_id[p], b.terms[p], b.price[p], b.stop_price[p],
      b.quantity[p], b.filled[p], b.quote_filled[p], b.fee[p], b.status[p], b.first_trade[p],
      b.last_trade[p], b.client_id[p], b.created_at[p], b.ended_at
    from unnest(
      ${found.map((each) => each.market_id)}::integer[], ${found.map(({ n }) => n)}::bigint[]
    ) with ordinality as f (market_id, n, place)
    cross join lateral (
      select * from exchange_ended_batch
      where market_id = f.market_id and first_n <= f.n order by first_n desc limit 1
    ) b
    cross join lateral (select (f.n - b.first_n + 1)::integer) as at (p)
    order by f.place`.execute(db)
  return rows
}

type Found = { market_id: number; n: bigint }

/** An order by its id; the lists that may have it are few, and the first one as a rule. */
async function findById(db: Db, memberId: number, id: bigint): Promise<OrderRow | undefined> {
  const { rows } = await sql<Found>`
    select found.market_id, found.ns[array_position(found.ids, ${id})] as n
    from unnest(${marketIds()}::integer[]) as k (market_id)
    cross join lateral (
      select market_id, ids, ns from exchange_orders_of_member
      where member_id = ${memberId} and market_id = k.market_id
        and last_id >= ${id} and first_id <= ${id} and ${id} = any (ids)
      order by last_id limit 1
    ) found`.execute(db)
  return (await readEnded(db, rows))[0]
}

async function findByClientId(
  db: Db,
  memberId: number,
  clientId: string,
): Promise<OrderRow | undefined> {
  const found = await db
    .selectFrom('exchange_client_order')
    .select(['market_id', 'n'])
    .where('member_id', '=', memberId)
    .where('client_id', '=', clientId)
    .orderBy('order_id', 'desc')
    .limit(1)
    .execute()
  return (await readEnded(db, found))[0]
}

export async function findEndedOrder(
  db: Db,
  { memberId, id, clientId = '' }: { memberId: number; id?: bigint; clientId?: string },
): Promise<Order | undefined> {
  const row = await (id === undefined
    ? findByClientId(db, memberId, clientId)
    : findById(db, memberId, id))
  return row && readOrder(row)
}

/** The first and the last trade of an ended order, or undefined when it had none. */
export async function findTradesOfEnded(
  db: Db,
  memberId: number,
  orderId: bigint,
): Promise<{ marketId: number; tradesOfOrder: { first: bigint; last: bigint } } | undefined> {
  const row = await findById(db, memberId, orderId)
  if (!row || row.first_trade === null || row.last_trade === null) return undefined
  const tradesOfOrder = { first: row.first_trade, last: row.last_trade }
  return { marketId: row.market_id, tradesOfOrder }
}

/** Newest first, or from an id upwards. */
export async function readEndedOrders(
  db: Db,
  memberId: number,
  { marketId, fromId, skip = 0, limit }: PageOf,
): Promise<Order[]> {
  const lists = fromId === undefined ? newestLists(skip + limit) : listsFrom(fromId, skip + limit)
  const way = fromId === undefined ? sql`desc` : sql`asc`
  const { rows } = await sql<Found>`
    select k.market_id, o.n
    from unnest(${marketIds(marketId)}::integer[]) as k (market_id)
    cross join lateral (
      select ids, ns from exchange_orders_of_member l
      where l.member_id = ${memberId} and l.market_id = k.market_id and ${lists}
    ) list
    cross join unnest(list.ids, list.ns) as o (id, n)
    where o.id >= ${fromId ?? 0n}
    order by o.id ${way} limit ${limit} offset ${skip}`.execute(db)
  return (await readEnded(db, rows)).map(readOrder)
}

/** Of so many lists with the highest ids, each has at least one id that is high enough. */
function newestLists(count: number): RawBuilder<unknown> {
  return sql`true order by l.last_id desc limit ${count}`
}

/** Each list beyond has only ids above so many others. */
function listsFrom(fromId: bigint, count: number): RawBuilder<unknown> {
  return sql`l.last_id >= ${fromId} and l.first_id <= coalesce((
      select c.last_id from exchange_orders_of_member c
      where c.member_id = l.member_id and c.market_id = l.market_id and c.last_id >= ${fromId}
      order by c.last_id limit 1 offset ${count - 1}
    ), l.first_id)`
}

export async function countEnded(db: Db, memberId: number, marketId?: number): Promise<number> {
  const { rows } = await sql<{ count: bigint | null }>`
    select sum(cardinality(ids)) as count from exchange_orders_of_member
    where member_id = ${memberId} and market_id = any (${marketIds(marketId)}::integer[])`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0n)
}

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

function marketIds(marketId?: number): number[] {
  return marketId === undefined ? markets.map(({ id }) => id) : [marketId]
}

function readOrder(row: OrderRow): Order {
  const market = findMarket(row.market_id)
  if (!market) throw new RangeError(`An order of an unknown market ${row.market_id}`)
  const terms = readTerms(row.terms)
  return {
    id: row.id,
    clientId: row.client_id ?? undefined,
    memberId: row.member_id,
    marketId: market.id,
    ...terms,
    price: row.price === null ? undefined : row.price * market.tick,
    stopPrice: row.stop_price === null ? undefined : row.stop_price * market.tick,
    quantity: row.quantity * market.lot,
    filled: row.filled * market.lot,
    quoteFilled: row.quote_filled,
    fee: row.fee,
    feeCurrency: terms.side === 'buy' ? market.base : market.quote,
    held: 0n,
    status: readStatus(row.status),
    createdAt: new Date(Number(row.created_at)),
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
