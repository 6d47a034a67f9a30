import type { Db, Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

/**
 * What a member did, by member. The batches write orders and trades under their own numbers only;
 * lists of them by member follow behind, and note in the same transaction how far they have come, so
 * that each order and each trade is there exactly once however often the server dies.
 */

const BATCHES_PER_STEP = 400
const DAYS_COUNTED = 30
/** A step sorts what it lists, which should not go by way of the disk. */
const STEP_MEMORY = '64MB'

/** Lists by member all that is committed by now. */
export async function indexAll(db: Db): Promise<void> {
  for (const id of await findBehind(db)) while (await indexNext(db, id));
}

/** Markets with batches that are not listed yet. */
async function findBehind(db: Db): Promise<number[]> {
  const { rows } = await sql<{ market_id: number }>`
    select market_id from exchange_indexed mark
    where exists (
      select from exchange_ended_batch b
      where b.market_id = mark.market_id and b.first_n > mark.orders_through
    ) or exists (
      select from exchange_trade_batch b
      where b.market_id = mark.market_id and b.first_id > mark.trades_through
    )
    order by market_id`.execute(db)
  return rows.map(({ market_id: marketId }) => marketId)
}

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
      returning member_id, orders
    ), counted as (
      insert into exchange_order_tally as t (member_id, market_id, ended)
      select member_id, ${marketId}, orders from added order by member_id
      on conflict (member_id, market_id) do update set ended = t.ended + excluded.ended
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
      select member_id, day, array_agg(id order by id) as ids, sum(quote) as quote
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

/** The 30-day volume of every member who traded for at least so much, for the fee tiers. */
export async function readVolumes(
  db: Db,
  { now, least }: { now: Date; least: bigint },
): Promise<Map<number, bigint>> {
  const { rows } = await sql<{ member_id: number; quote: bigint }>`
    select member_id, sum(quote) as quote from exchange_volume
    where day > (${now.toISOString()}::timestamptz at time zone 'utc')::date - ${DAYS_COUNTED}::integer
    group by member_id having sum(quote) >= ${least}::numeric`.execute(db)
  return new Map(rows.map(({ member_id: memberId, quote }) => [memberId, quote]))
}
