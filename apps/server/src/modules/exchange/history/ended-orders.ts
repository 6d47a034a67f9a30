import type { Db } from '@btbc/database/database.ts'
import { type RawBuilder, sql } from 'kysely'

import type { Order, PageOf } from '../exchange.ts'
import { findMarket, marketIds } from '../markets.ts'
import { readStatus, readTerms } from '../order-codes.ts'

/** Orders that have ended, read out of the batches they ended in by the lists of their members. */

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
