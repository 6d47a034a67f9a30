import type { Tx } from '@btbc/database/database.ts'
import { lockWork } from '@btbc/database/locks.ts'
import { type RawBuilder, sql } from 'kysely'

import { EVERYBODY, RECORD } from '#modules/offer/index.ts'
import { DAY_MS } from '#platform/durations.ts'
import type { Sweep } from '#platform/jobs.ts'

/**
 * How the deals of 30 days went, seller by seller and for everybody: ended deals are added to tallies by
 * the day and the minutes to the release, which are forgotten with their day. So a look reads one row,
 * and a purchase none: offers carry the record of their seller. Counted are deals that gave the buyer
 * something: one that was cancelled, also by both, says nothing of its seller. What one buyer finishes
 * with one seller on a day counts once, so that a friend makes no record in an hour.
 */

const DAYS = 30
const BATCH = 500
const FORGOTTEN_MAX = 1000

export const countDeals: Sweep = {
  name: 'count the deals of 30 days',
  async run(tx, { now }) {
    if (!(await isAnyDue(tx, now))) return 0
    await lockWork(tx, 'dealCounts')
    const added = await addEnded(tx)
    const dropped = await dropOld(tx, now)
    const sellers = [...new Set([...added.sellers, ...dropped])].toSorted((a, b) => a - b)
    if (sellers.length > 0) await sumUp(tx, sellers)
    return added.count + dropped.length
  },
}

/** Asked before it waits for its turn, and of another server that does the same. */
async function isAnyDue(tx: Tx, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select where exists (select from deal where closed_at is not null and not is_counted)
      or exists (select from deal_tally where day < ${firstDay(now)})`.execute(tx)
  return rows.length > 0
}

/** Deals that ended since the last time. */
async function addEnded(tx: Tx): Promise<{ count: number; sellers: number[] }> {
  const { rows } = await sql<{ count: number; sellers: number[] }>`
    with ended as (
      update deal set is_counted = true
      where id = any(array(
        select id from deal where closed_at is not null and not is_counted
        order by id limit ${BATCH}))
      returning *
    ), finished as (
      select distinct on (buyer_id, seller_id, day) seller_id, day,
        -- A confirm that came before the payment and waited for it ends the deal with the time of then.
        least(greatest(floor(extract(epoch from closed_at - paid_at) / 60), 0), 1440) as minutes
      from ended cross join lateral (select date_trunc('day', closed_at, 'UTC') as day) of_end
      where state = 'finished'
        -- Without an offset it may become a set of all deals.
        and not exists (select from deal earlier
          where earlier.buyer_id = ended.buyer_id and earlier.seller_id = ended.seller_id
            and earlier.state = 'finished' and earlier.is_counted
            and earlier.closed_at >= day and earlier.closed_at < day + interval '24 hours' offset 0)
      order by buyer_id, seller_id, day, closed_at, id
    ), sold as (
      select seller_id, (day at time zone 'UTC')::date as day, minutes from finished
      union all
      select seller_id, (closed_at at time zone 'UTC')::date, -1 from ended where state = 'split'
    ), each_and_all as (
      select * from sold
      union all
      select ${EVERYBODY}::integer, day, minutes from sold
      join member on member.id = seller_id where not is_house
    ), added as (
      insert into deal_tally (seller_id, day, minutes, deals)
      select seller_id, day, minutes, count(*) from each_and_all group by 1, 2, 3 order by 1, 2, 3
      on conflict (seller_id, day, minutes) do update
      set deals = deal_tally.deals + excluded.deals
      returning seller_id
    )
    select (select count(*) from ended)::integer as count,
      array(select distinct seller_id from added) as sellers`.execute(tx)
  return rows[0] ?? { count: 0, sellers: [] }
}

async function dropOld(tx: Tx, now: Date): Promise<number[]> {
  const { rows } = await sql<{ seller_id: number }>`
    delete from deal_tally where ctid = any(array(
      select ctid from deal_tally where day < ${firstDay(now)}
      order by day limit ${FORGOTTEN_MAX}))
    returning seller_id`.execute(tx)
  return rows.map(({ seller_id: sellerId }) => sellerId)
}

/** Of those that count. */
function firstDay(now: Date): RawBuilder<unknown> {
  const last = new Date(now.getTime() - DAYS * DAY_MS)
  return sql`(${last}::timestamptz at time zone 'UTC')::date`
}

async function sumUp(tx: Tx, sellers: readonly number[]): Promise<void> {
  await sql`
    with of_minutes as (
      select seller_id, minutes, sum(deals) as deals from deal_tally
      where seller_id = any(${sellers}) group by seller_id, minutes
    ), released as (
      select seller_id, minutes,
        sum(deals) over (partition by seller_id order by minutes) as so_far,
        sum(deals) over (partition by seller_id) as in_all
      from of_minutes where minutes >= 0
    )
    insert into deal_figures (seller_id, deals, completed, release_minutes)
    select asked.seller_id, coalesce(sum(deals), 0),
      coalesce(sum(deals) filter (where minutes >= 0), 0),
      (select min(minutes) from released
        where released.seller_id = asked.seller_id and so_far * 2 >= in_all)
    from unnest(${sellers}::integer[]) asked (seller_id)
    left join of_minutes on of_minutes.seller_id = asked.seller_id
    group by asked.seller_id
    on conflict (seller_id) do update set deals = excluded.deals, completed = excluded.completed,
      release_minutes = excluded.release_minutes`.execute(tx)
  await sql`
    update offer set record = ${RECORD} from deal_figures
    where seller_id = member_id and member_id = any(${sellers}) and record <> ${RECORD}`.execute(tx)
}
