/** Lists what entries did to the accounts of members, behind the commit: statements find it there. */

import type { Db } from '@btbc/database/database.ts'
import { sql } from 'kysely'
import { HOUSE_IDS } from '#account.ts'

/**
 * Entries are listed this many at a time, which makes few rows of many lines. The rest waits: the
 * newest entries, fewer than this, are looked through by whoever reads a statement.
 */
const STRETCH = 500

/** Lists the stretches that are full and sealed, so that no older entry can appear in them. */
export async function listLines(db: Db, stretch = STRETCH): Promise<number> {
  let listed = 0
  while (await listStretch(db, stretch)) listed += stretch
  return listed
}

async function listStretch(db: Db, entries: number): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    // The lines of a stretch meet their sums at once and not one by one.
    await sql`set local work_mem = '64MB'`.execute(tx)
    await sql`set local enable_hashjoin = on`.execute(tx)
    const { rows } = await sql<{ is_listed: boolean }>`
      with mark as materialized (
        select listed_through, chained_through from ledger_chain_mark
        where listed_through < chained_through for update skip locked
      ), found as materialized (
        -- From the mark on, so that what is listed is not gone through again.
        select entry.id, entry.kind from mark cross join lateral (
          select id, kind from ledger_entry
          where id > mark.listed_through and id <= mark.chained_through
          order by id limit ${entries}
        ) entry
      ), counted as materialized (
        select max(id) as through from found having count(*) = ${entries}
      ), side as materialized (
        select one.account, found.kind, found.id,
          sum(one.available) as available, sum(one.held) as held
        from counted cross join found cross join lateral (
          select from_account as account,
            case from_part when 'available' then -amount else 0 end as available,
            case from_part when 'held' then -amount else 0 end as held
          from ledger_move where entry_id = found.id
          union all
          select to_account, case to_part when 'available' then amount else 0 end,
            case to_part when 'held' then amount else 0 end
          from ledger_move where entry_id = found.id
          union all
          select line.account, line.available, line.held
          from ledger_net net cross join unnest(net.accounts, net.available, net.held)
            as line (account, available, held)
          where net.entry_id = found.id
        ) one
        where one.account >= ${sql.lit(HOUSE_IDS)}
        group by one.account, found.kind, found.id
      ), list as materialized (
        select account, kind, sign(available + held)::smallint as side, count(*) as lines,
          array_agg(id order by id) as entries, array_agg(available order by id) as each_available,
          array_agg(held order by id) as each_held, sum(available) as available, sum(held) as held
        from side group by account, kind, sign(available + held)
      ), summed as (
        insert into ledger_line_sum as known (account_id, kind, side, lines, available, held)
        select account, kind, side, lines, available, held from list
        on conflict (account_id, kind, side) do update set lines = known.lines + excluded.lines,
          available = known.available + excluded.available, held = known.held + excluded.held
        returning account_id, kind, side, lines
      ), added as (
        insert into ledger_line (account_id, kind, side, through, entries, available, held)
        select list.account, list.kind, list.side, summed.lines,
          list.entries, list.each_available, list.each_held
        from list join summed on summed.account_id = list.account
          and summed.kind = list.kind and summed.side = list.side
        where list.side <> 0
      ), marked as (
        update ledger_chain_mark set listed_through = counted.through from counted
      )
      select exists (select from counted) as is_listed`.execute(tx)
    return rows[0]?.is_listed ?? false
  })
}
