import type { Db } from '@btbc/database/database.ts'
import { type RawBuilder, sql } from 'kysely'

import type { Order } from '../exchange.ts'
import { findMarket, marketIds } from '../markets.ts'
import { LAST_ID, type PageBelow } from './moments.ts'
import { readKind, readStatus } from '../order-codes.ts'

/** Orders that have ended, read out of the batches they ended in by the lists of their members. */

type OrderRow = {
  market_id: number
  id: bigint
  member_id: number
  terms: number
  price: bigint | null
  stop_price: bigint | null
  budget: bigint | null
  quantity: bigint
  filled: bigint
  quote_filled: bigint
  fee: bigint
  status: number
  first_trade: bigint | null
  last_trade: bigint | null
  client_id: string | null
  created_at: bigint
  triggered_at: bigint | null
  ended_at: Date
}

/** The ended orders numbered `n` of their markets, out of the batches they ended in. */
async function readEnded(
  db: Db,
  found: readonly { market_id: number; n: bigint }[],
): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select b.market_id, b.id[p], b.member_id[p], b.terms[p], b.price[p], b.stop_price[p],
      b.budget[p], b.quantity[p], b.filled[p], b.quote_filled[p], b.fee[p], b.status[p], b.first_trade[p],
      b.last_trade[p], b.client_id[p], b.created_at[p],
      b.triggered_at[p], b.ended_at
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
export async function readEndedOrders(db: Db, memberId: number, page: PageBelow): Promise<Order[]> {
  const { rows } = await endedOrdersQuery(memberId, page).execute(db)
  return (await readEnded(db, rows)).map(readOrder)
}

/**
 * The numbers of a page's orders. The lists that have them are chosen by key and no others read: with its
 * offset PostgreSQL cannot read them all first and choose then.
 */
function endedOrdersQuery(memberId: number, page: PageBelow): RawBuilder<Found> {
  const { marketId, fromId, belowId = LAST_ID, skip = 0, limit } = page
  const least = fromId ?? 0n
  const way = fromId === undefined ? sql`desc` : sql`asc`
  const own = sql`member_id = ${memberId} and market_id = k.market_id`
  const depth = skip + limit
  const edge =
    fromId === undefined ? lowest({ own, belowId, depth }) : highest({ own, fromId, depth })
  return sql<Found>`
    select k.market_id, o.n
    from unnest(${marketIds(marketId)}::integer[]) as k (market_id)
    cross join lateral (${edge}) edge
    cross join lateral (
      select last_id from exchange_orders_of_member
      where ${own} and last_id >= greatest(${least}, edge.low)
        and first_id < ${belowId} and first_id <= edge.high
      offset 0
    ) key
    cross join lateral (
      select ids, ns from exchange_orders_of_member where ${own} and last_id = key.last_id
      offset 0
    ) list
    cross join unnest(list.ids, list.ns) as o (id, n)
    where o.id >= ${least} and o.id < ${belowId}
    order by o.id ${way} limit ${limit} offset ${skip}`
}

type Edge = { own: RawBuilder<unknown>; depth: number }

/** Of the newest lists that have enough ids, the last id that is wanted: all others are above it. */
function lowest({ own, belowId, depth }: Edge & { belowId: bigint }): RawBuilder<unknown> {
  return sql`
    select case when count(*) = ${depth} then min(id) else 0 end as low, ${LAST_ID}::bigint as high
    from (
      select o.id from (
        select last_id, sum(orders) over (order by last_id desc) - orders as above from (
          select last_id, orders from exchange_orders_of_member
          where ${own} and last_id < ${belowId} order by last_id desc limit ${depth}
        ) newest
      ) counted
      cross join lateral (
        select ids from exchange_orders_of_member where ${own} and last_id = counted.last_id
        offset 0
      ) list
      cross join unnest(list.ids) as o (id)
      where above < ${depth}
      order by o.id desc limit ${depth}
    ) wanted`
}

/** Where the lists that begin behind an id have enough ids: none that begins later is wanted. */
function highest({ own, fromId, depth }: Edge & { fromId: bigint }): RawBuilder<unknown> {
  return sql`
    select 0::bigint as low, coalesce(min(last_id), ${LAST_ID}) as high
    from (
      select last_id, sum(orders) over (order by last_id) as through from (
        select last_id, orders from exchange_orders_of_member
        where ${own} and last_id >= ${fromId} and first_id >= ${fromId}
        order by last_id limit ${depth}
      ) next
    ) counted
    where through >= ${depth}`
}

/** How many orders of the member have ended; kept with the lists. */
export async function countEnded(db: Db, memberId: number, marketId?: number): Promise<number> {
  const rows = await db
    .selectFrom('exchange_order_tally')
    .select('ended')
    .where('member_id', '=', memberId)
    .where('market_id', 'in', marketIds(marketId))
    .execute()
  return Number(rows.reduce((sum, { ended }) => sum + ended, 0n))
}

function readOrder(row: OrderRow): Order {
  const market = findMarket(row.market_id)
  if (!market) throw new RangeError(`An order of an unknown market ${row.market_id}`)
  const kind = readKind(row.terms)
  return {
    id: row.id,
    clientId: row.client_id ?? undefined,
    memberId: row.member_id,
    marketId: market.id,
    ...kind,
    price: row.price === null ? undefined : row.price * market.tick,
    stopPrice: row.stop_price === null ? undefined : row.stop_price * market.tick,
    budget: row.budget ?? undefined,
    quantity: row.quantity * market.lot,
    filled: row.filled * market.lot,
    quoteFilled: row.quote_filled,
    fee: row.fee,
    feeCurrency: kind.side === 'buy' ? market.base : market.quote,
    held: 0n,
    status: readStatus(row.status),
    createdAt: new Date(Number(row.created_at)),
    workingAt: workingAtOf(row),
    updatedAt: row.ended_at,
  }
}

/** Only a stop never comes to the book, and then it is cancelled as it was placed. */
function workingAtOf({
  triggered_at: at,
  created_at: created,
  ...row
}: OrderRow): Date | undefined {
  if (at !== null) return new Date(Number(at))
  const hasWaited = row.stop_price !== null && row.filled === 0n
  return hasWaited && readStatus(row.status) === 'cancelled' ? undefined : new Date(Number(created))
}
