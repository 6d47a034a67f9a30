/** Lists what entries did to the accounts of members, behind the commit: statements find it there. */

import type { Db } from '@btbc/database/database.ts'
import { sql } from 'kysely'
import { HOUSE_IDS } from '#account.ts'
import { readInOrder } from '#chain.ts'
import { bothSides } from '#cut.ts'

/**
 * Entries are gathered this many at a time. The rest waits: the newest entries, fewer than this, are
 * looked through by whoever reads a statement.
 */
const STRETCH = 500

/**
 * Gathered lines go into the lists when there are so many that an account has several: a list grows by
 * a row, and its sum is written, once for all of them. Until then a reader looks through those of a
 * group of members.
 */
const GATHERED_MAX = 2_400_000
/** Of a stretch's entries: whose account has a line in as many does not wait, nor do those of their group. */
const BUSY_PART = 0.25
/** What one more stretch costs a reader, in lines. */
const STRETCH_WEIGHT = 100_000
/** By the lowest bits of a member's id, as `ledger_gathered_lines` looks for them. */
const GROUPS = 1_024
const GROUPS_AT_ONCE = 128

const NEVER = new AbortController().signal

type Turn = {
  stretch?: number
  gatheredMax?: number
  busyLines?: number
  /** Ends the turn: the next one goes on behind it. */
  signal?: AbortSignal
}

/**
 * Lists the stretches that are full and sealed, so that no older entry can appear in them; answers how
 * many entries it listed.
 */
export async function listLines(db: Db, turn: Turn = {}): Promise<number> {
  const { stretch = STRETCH, gatheredMax = GATHERED_MAX, signal = NEVER } = turn
  const busyLines = turn.busyLines ?? stretch * BUSY_PART
  let listed = 0
  if (signal.aborted || !(await mayBeFull(db, stretch))) return listed
  do {
    const gathered = await gatherStretch(db, stretch, busyLines)
    if (!gathered) break
    listed += stretch
    for (const group of gathered.busy) {
      await listGroups(db, { first: group, last: group, gatheredMax: 0, isLast: false })
    }
    if (gathered.waiting >= gatheredMax) await listGathered(db, gatheredMax, signal)
  } while (!signal.aborted)
  return listed
}

/** Whether so many entries can have been sealed since the last stretch: some numbers are nobody's. */
async function mayBeFull(db: Db, entries: number): Promise<boolean> {
  const { rows } = await sql`
    select from ledger_chain_mark where chained_through >= listed_through + ${entries}`.execute(db)
  return rows.length > 0
}

/** Answers in which groups somebody is busy, and how much is gathered; undefined when no stretch is full. */
async function gatherStretch(
  db: Db,
  entries: number,
  busyLines: number,
): Promise<{ busy: number[]; waiting: number } | undefined> {
  return await db.transaction().execute(async (tx) => {
    await readInOrder(tx)
    await sql`set local work_mem = '64MB'`.execute(tx)
    const { rows } = await sql<{ waiting: number | null; busy: number[] }>`
      with mark as materialized (
        select listed_through from ledger_chain_mark
        where listed_through < chained_through for update skip locked
      ), found as materialized (
        -- From the mark on, so that what is listed is not gone through again. The row that is locked may be
        -- newer than what the statement sees of the entries: how far they are sealed is read with them.
        select entry.id, entry.kind from mark cross join lateral (
          select id, kind from ledger_entry
          where id > mark.listed_through
            and id <= (select chained_through from ledger_chain_mark)
          order by id limit ${entries}
        ) entry
      ), counted as materialized (
        select max(id) as through from found having count(*) = ${entries}
      ), line as materialized (
        select one.account, found.kind, found.id, one.available, one.held
        from counted cross join found cross join lateral (
          select side.account, sum(side.available)::bigint as available, sum(side.held)::bigint as held
          from ledger_move cross join ${bothSides}
          where entry_id = found.id group by side.account
          union all
          select net_line.account, net_line.available, net_line.held
          from ledger_net net cross join unnest(net.accounts, net.available, net.held)
            as net_line (account, available, held)
          where net.entry_id = found.id
        ) one
        where one.account >= ${sql.lit(HOUSE_IDS)}
      ), gathered as (
        insert into ledger_line_gathered
          (members, kind, through, accounts, entries, available, held)
        select (line.account / ${sql.lit(HOUSE_IDS)}) % ${sql.lit(GROUPS)}, line.kind, counted.through,
          array_agg(line.account), array_agg(line.id), array_agg(line.available), array_agg(line.held)
        from line cross join counted group by 1, line.kind, counted.through
        returning cardinality(accounts) as lines
      ), marked as (
        update ledger_chain_mark set listed_through = counted.through,
          gathered = gathered + ${STRETCH_WEIGHT} + coalesce((select sum(lines) from gathered), 0)
        from counted returning gathered::float8 as waiting
      )
      select (select waiting from marked) as waiting,
        array(
          select distinct ((account / ${sql.lit(HOUSE_IDS)}) % ${sql.lit(GROUPS)})::integer
          from line group by account having count(*) >= ${busyLines}::float8
        ) as busy`.execute(tx)
    const { waiting = null, busy = [] } = rows[0] ?? {}
    return waiting === null ? undefined : { waiting, busy }
  })
}

/** Puts what is gathered into the lists, some groups of members at a time; broken off, the next turn does it. */
async function listGathered(db: Db, gatheredMax: number, signal: AbortSignal): Promise<void> {
  for (let first = 0; first < GROUPS && !signal.aborted; first += GROUPS_AT_ONCE) {
    const last = first + GROUPS_AT_ONCE - 1
    const isListed = await listGroups(db, { first, last, gatheredMax, isLast: last === GROUPS - 1 })
    if (!isListed) return
  }
}

/** Readers see each line once: it leaves one place and enters the other in one transaction. */
async function listGroups(
  db: Db,
  parts: { first: number; last: number; gatheredMax: number; isLast: boolean },
): Promise<boolean> {
  const { first, last, gatheredMax, isLast } = parts
  return await db.transaction().execute(async (tx) => {
    // Lists meet their sums by hash, however few the planner takes what was empty a moment ago for.
    await sql`set local work_mem = '64MB'`.execute(tx)
    await sql`set local enable_hashjoin = on`.execute(tx)
    await sql`set local enable_nestloop = off`.execute(tx)
    const { rows } = await sql<{ is_listed: boolean }>`
      with mark as materialized (
        select gathered from ledger_chain_mark
        where gathered >= ${gatheredMax} for update skip locked
      ), moved as (
        delete from ledger_line_gathered using mark where members between ${first} and ${last}
        returning kind, accounts, entries, available, held
      ), line as (
        select one.account, moved.kind, sign(one.available + one.held)::smallint as side,
          one.id, one.available, one.held
        from moved
        cross join unnest(moved.accounts, moved.entries, moved.available, moved.held)
          as one (account, id, available, held)
      ), list as materialized (
        select account, kind, side, count(*) as lines,
          array_agg(id order by id) as entries, array_agg(available order by id) as each_available,
          array_agg(held order by id) as each_held, sum(available) as available, sum(held) as held
        from line group by account, kind, side
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
        update ledger_chain_mark set gathered = 0 from mark where ${isLast}::boolean
      )
      select exists (select from mark) as is_listed`.execute(tx)
    return rows[0]?.is_listed ?? false
  })
}
