/** What each day of the books did, kept behind the commit: a statement of a day adds up no entries. */

import type { Db, Tx } from '@btbc/database/database.ts'
import { atOneMoment } from '@btbc/database/one-moment.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { accountOf, HOUSE_IDS, PURPOSE_SHIFT } from '#account.ts'
import { type Finding, readAll } from '#audit.ts'
import { readInOrder } from '#chain.ts'
import { sidesOf, sidesSince } from '#cut.ts'

const ENTRIES = 2_000
/** How many each owner may have, as the ids leave room for. */
const PURPOSES = HOUSE_IDS / PURPOSE_SHIFT
const FINDINGS_MAX = 20
const NO_ENTRY = 0n

/** Adds a stretch of what the chain has sealed since to its days; answers whether that was all there is. */
export async function keepDays(db: Db): Promise<boolean> {
  return (await db.transaction().execute(keepStretch)) < ENTRIES
}

async function keepStretch(tx: Tx): Promise<number> {
  await readInOrder(tx)
  await sql`set local enable_hashjoin = on`.execute(tx)
  const { rows } = await sql<{ entries: bigint }>`
    with mark as materialized (
      select through from books_day_mark for update skip locked
    ), found as materialized (
      select entry.id, entry.kind, (entry.at at time zone 'UTC')::date as day
      from mark cross join lateral (
        select id, kind, at from ledger_entry
        where id > mark.through and id <= (select chained_through from ledger_chain_mark)
        order by id limit ${sql.lit(ENTRIES)}
      ) entry
    ), line as (
      select found.day, found.kind, one.account, one.value
      from found cross join lateral (
        select account, sum(value) as value from (
          ${sidesOf('found.id')}
        ) side group by account having sum(value) <> 0
      ) one
    ), added as (
      insert into books_day as known (day, currency, of_members, purpose, kind, came, went)
      select day, (account & 4095)::integer, account >= ${sql.lit(HOUSE_IDS)},
        ((account >> 12) % ${sql.lit(PURPOSES)})::smallint, kind,
        coalesce(sum(value) filter (where value > 0), 0),
        coalesce(-sum(value) filter (where value < 0), 0)
      from line group by 1, 2, 3, 4, 5
      on conflict (day, currency, of_members, purpose, kind) do update
        set came = known.came + excluded.came, went = known.went + excluded.went
    ), ended as (
      insert into books_day_end as known (day, entry_id, entries)
      select day, max(id), count(*) from found group by day
      on conflict (day) do update
        set entry_id = greatest(known.entry_id, excluded.entry_id),
          entries = known.entries + excluded.entries
    ), marked as (
      update books_day_mark set through = found_end.last
      from (select max(id) as last from found) found_end where found_end.last is not null
    )
    select count(*) as entries from found`.execute(tx)
  return Number(rows[0]?.entries ?? 0n)
}

export type DayLine = {
  currency: CurrencyId
  ofMembers: boolean
  purpose: string
  kind: string
  came: bigint
  went: bigint
}

export type DayBalance = Omit<DayLine, 'kind'> & {
  /** At the beginning of the day, and at its end. */
  opening: bigint
  closing: bigint
}

export type DayOfBooks = {
  /** Each account of the house and each kind of account of all members together that was ever used. */
  balances: DayBalance[]
  /** What the entries of this day did, by their kind. */
  flows: DayLine[]
  entries: number
  /** The last entry up to the end of the day and its link in the chain; none before the first one. */
  end: { entryId: bigint; hash: string } | undefined
  /** Whether every entry up to the end of the day that was posted is in it. */
  isWhole: boolean
}

type LineRow = {
  currency: number
  of_members: boolean
  purpose: number
  came: bigint
  went: bigint
}

/** A day in UTC, such as 2026-11-22. */
export async function readDay(tx: Tx, day: string): Promise<DayOfBooks> {
  const { rows: balances } = await sql<LineRow & { opening: bigint; closing: bigint }>`
    select currency, of_members, purpose,
      coalesce(sum(came - went) filter (where day < ${day}::date), 0) as opening,
      coalesce(sum(came) filter (where day = ${day}::date), 0) as came,
      coalesce(sum(went) filter (where day = ${day}::date), 0) as went,
      sum(came - went) as closing
    from books_day where day <= ${day}::date
    group by currency, of_members, purpose order by currency, of_members, purpose`.execute(tx)
  const { rows: flows } = await sql<LineRow & { kind: string }>`
    select currency, kind, of_members, purpose, came, went
    from books_day where day = ${day}::date
    order by currency, kind, of_members, purpose`.execute(tx)
  const own = await tx
    .selectFrom('books_day_end')
    .select('entries')
    .where('day', '=', day)
    .executeTakeFirst()
  return {
    balances: balances.map(({ opening, closing, ...row }) => ({
      ...nameOf(row),
      opening,
      closing,
    })),
    flows: flows.map(({ kind, ...row }) => ({ ...nameOf(row), kind })),
    entries: Number(own?.entries ?? 0n),
    end: await endOfDay(tx, day),
    isWhole: await isWhole(tx, day),
  }
}

function nameOf({ currency, of_members: ofMembers, purpose: code, came, went }: LineRow) {
  const id = (ofMembers ? HOUSE_IDS : 0) + code * PURPOSE_SHIFT + currency
  const { purpose, currency: known } = accountOf(id)
  return { currency: known, ofMembers, purpose, came, went }
}

/** The last entry up to the end of a day, as far as the days are kept. */
export async function endOfDay(tx: Tx, day: string): Promise<DayOfBooks['end']> {
  const row = await tx
    .selectFrom('books_day_end')
    .innerJoin('ledger_chain', 'ledger_chain.entry_id', 'books_day_end.entry_id')
    .select(['books_day_end.entry_id', 'hash'])
    .where('day', '<=', day)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { entryId: row.entry_id, hash: row.hash.toString('hex') }
}

async function isWhole(tx: Tx, day: string): Promise<boolean> {
  const { rows } = await sql<{ is_whole: boolean }>`
    select not exists (
      select from ledger_entry
      where id > (select through from books_day_mark)
        and at < (${day}::date + 1)::timestamp at time zone 'UTC'
    ) as is_whole`.execute(tx)
  return rows[0]?.is_whole ?? false
}

export type MemberBalance = {
  memberId: number
  purpose: string
  currency: CurrencyId
  available: bigint
  held: bigint
}

/** What every member had after this entry, by member, some at a time: as many as there are. */
export async function* readMemberBalances(
  tx: Tx,
  { through, atOnce }: { through: bigint; atOnce: number },
): AsyncGenerator<MemberBalance[]> {
  await sql`
    declare balances no scroll cursor for
    select account.id, account.available - coalesce(since.available, 0) as available,
      account.held - coalesce(since.held, 0) as held
    from ledger_account account left join (
      select side.account, sum(side.available)::bigint as available, sum(side.held)::bigint as held
      from (${sidesSince(through)}) side where side.account >= ${sql.lit(HOUSE_IDS)}
      group by side.account
    ) since on since.account = account.id
    where account.id >= ${sql.lit(HOUSE_IDS)}
      and (account.available <> coalesce(since.available, 0) or account.held <> coalesce(since.held, 0))
    order by account.id`.execute(tx)
  for (;;) {
    const { rows } = await sql<{ id: bigint; available: bigint; held: bigint }>`
      fetch ${sql.lit(atOnce)} from balances`.execute(tx)
    yield rows.map(({ id, available, held }) => {
      const { owner, purpose, currency } = accountOf(Number(id))
      return { memberId: owner ?? 0, purpose, currency, available, held }
    })
    if (rows.length < atOnce) return
  }
}

/** Whether the kept days add up to the balances as they were at the entry that they go through. */
export async function auditDays(db: Db): Promise<Finding[]> {
  return await atOneMoment(db, async (tx) => {
    await readAll(tx)
    const mark = await tx.selectFrom('books_day_mark').select('through').executeTakeFirst()
    const { rows } = await sql<{ detail: string }>`
      with sum_of_account as (
        select account & 4095 as currency, account >= ${sql.lit(HOUSE_IDS)} as of_members,
          (account >> 12) % ${sql.lit(PURPOSES)} as purpose, sum(value) as value
        from (
          select id as account, available + held as value from ledger_account
          union all
          select side.account, -(side.available + side.held)
          from (${sidesSince(mark?.through ?? NO_ENTRY)}) side
        ) each group by 1, 2, 3
      ), sum_of_days as (
        select currency, of_members, purpose, sum(came - went) as value
        from books_day group by currency, of_members, purpose
      )
      select format('currency %s, purpose %s%s: the days come to %s, the accounts to %s',
        coalesce(a.currency, d.currency), coalesce(a.purpose, d.purpose),
        case when coalesce(a.of_members, d.of_members) then ' of members' else '' end,
        coalesce(d.value, 0), coalesce(a.value, 0)) as detail
      from sum_of_account a full join sum_of_days d on d.currency = a.currency
        and d.of_members = a.of_members and d.purpose = a.purpose
      where coalesce(a.value, 0) <> coalesce(d.value, 0)
      limit ${sql.lit(FINDINGS_MAX)}`.execute(tx)
    return rows.map(({ detail }) => ({
      rule: 'I24 the kept days of the books add up to the balances',
      detail,
    }))
  })
}
