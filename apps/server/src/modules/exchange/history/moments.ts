import type { Db } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import type { PageOf } from '../exchange.ts'

/**
 * From which id on a moment's orders and trades are found. Ids and times grow together, so that each
 * look by key halves what is left: a time costs as little in a long history as in a short one.
 */

/** No order and no trade has a higher id. */
export const LAST_ID = BigInt(Number.MAX_SAFE_INTEGER)

/** A page of what has an id below this one. */
export type PageBelow = PageOf & { belowId?: bigint }

/** The first trade of a market at this moment or later. */
export async function firstTradeFrom(db: Db, marketId: number, at: Date): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    with recursive span (low, high) as (
      select 1::bigint, coalesce((
        select last_id from exchange_trade_batch
        where market_id = ${marketId} order by first_id desc limit 1
      ), 0) + 1
      union all
      select case when b.at < ${at} then b.last_id + 1 else low end,
        case when b.at < ${at} then high else b.first_id end
      from span cross join lateral (
        select first_id, last_id, at from exchange_trade_batch
        where market_id = ${marketId} and first_id <= (low + high) / 2
        order by first_id desc limit 1
      ) b
      where low < high
    )
    select max(low) as id from span`.execute(db)
  return rows[0]?.id ?? 1n
}

/**
 * The first of a member's ended orders in a market that was placed at this moment or later. Looked
 * for among the last orders of the lists, and then among those between two of them.
 */
export async function firstOrderFrom(
  db: Db,
  { memberId, marketId }: { memberId: number; marketId: number },
  at: Date,
): Promise<bigint> {
  const own = sql`member_id = ${memberId} and market_id = ${marketId}`
  const placedAt = sql`(
    select created_at[n - first_n + 1] from exchange_ended_batch
    where market_id = ${marketId} and first_n <= n order by first_n desc limit 1
  )`
  const { rows } = await sql<{ id: bigint | null }>`
    with recursive span (low, high) as (
      select 0::bigint, coalesce((
        select last_id from exchange_orders_of_member where ${own} order by last_id desc limit 1
      ), 0) + 1
      union all
      select case when placed < ${at.getTime()} then last_id + 1 else low end,
        case when placed < ${at.getTime()} then high else (low + high) / 2 end
      from span cross join lateral (
        select last_id, ${placedAt} as placed from (
          select last_id, ns[orders] as n from exchange_orders_of_member
          where ${own} and last_id >= (low + high) / 2 order by last_id limit 1
        ) list
      ) last
      where low < high
    ), gap as materialized (
      select coalesce((
          select last_id from exchange_orders_of_member
          where ${own} and last_id < low order by last_id desc limit 1
        ), 0) as before, (
          select last_id from exchange_orders_of_member
          where ${own} and last_id >= low order by last_id limit 1
        ) as last
      from (select max(low) as low from span) found
    )
    select min(o.id) as id
    from gap
    cross join lateral (
      select last_id from exchange_orders_of_member
      where ${own} and last_id >= gap.last and first_id <= gap.last offset 0
    ) key
    cross join lateral (
      select ids, ns from exchange_orders_of_member where ${own} and last_id = key.last_id
      offset 0
    ) list
    cross join unnest(list.ids, list.ns) as o (id, n)
    where o.id > gap.before and o.id <= gap.last and ${placedAt} >= ${at.getTime()}`.execute(db)
  return rows[0]?.id ?? LAST_ID
}
