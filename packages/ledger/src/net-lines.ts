/** Lists the lines of net entries by account, behind the commit: statements find them there. */

import type { Db } from '@btbc/database/database.ts'
import { sql } from 'kysely'
import { HOUSE_IDS } from '#account.ts'

/**
 * Entries are listed this many at a time, which makes few rows of many lines. The rest waits: the
 * newest entries, fewer than this, are looked through by whoever reads a statement.
 */
const STRETCH = 500

/** Lists the stretches that are full and sealed, so that no older entry can appear in them. */
export async function listNetLines(db: Db, stretch = STRETCH): Promise<number> {
  let listed = 0
  while (await listStretch(db, stretch)) listed += stretch
  return listed
}

async function listStretch(db: Db, entries: number): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    await sql`set local work_mem = '64MB'`.execute(tx)
    const { rows } = await sql<{ is_listed: boolean }>`
      with mark as materialized (
        select listed_through, chained_through from ledger_chain_mark
        where listed_through < chained_through for update skip locked
      ), found as materialized (
        select n.entry_id, n.accounts, n.available, n.held
        from mark join ledger_net n
          on n.entry_id > mark.listed_through and n.entry_id <= mark.chained_through
        order by n.entry_id limit ${entries}
      ), counted as materialized (
        select max(entry_id) as through from found having count(*) = ${entries}
      ), added as (
        insert into ledger_net_of_account (account_id, last_entry, entries, available, held)
        select account, max(entry_id), array_agg(entry_id), array_agg(available), array_agg(held)
        from (
          select line.account, found.entry_id, line.available, line.held
          from counted cross join found
          cross join unnest(found.accounts, found.available, found.held)
            as line (account, available, held)
          where line.account >= ${sql.lit(HOUSE_IDS)}
          order by line.account, found.entry_id
        ) line
        group by account
      ), marked as (
        update ledger_chain_mark set listed_through = counted.through from counted
      )
      select exists (select from counted) as is_listed`.execute(tx)
    return rows[0]?.is_listed ?? false
  })
}
