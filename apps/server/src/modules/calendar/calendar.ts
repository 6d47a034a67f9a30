import type { listContracts as listContractsCall, readCalendar } from '@btbc/contract/calendar.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { type RawBuilder, sql } from 'kysely'

import { dateOf, dayIn, dayOfDate, isZone, startsOf } from '#platform/calendar-days.ts'
import { DAY_MS } from '#platform/durations.ts'

/**
 * What running locks and funds pay and when. Nothing is kept for it: each payment follows from its
 * contract, and only those of the days that are asked for are counted, by the database.
 */

const WINDOW_DAYS = 31
/** No contract is longer. */
const AHEAD_DAYS_MAX = 3650
const DAY_S = DAY_MS / 1000

type Calendar = Response<typeof readCalendar>
type Contracts = Response<typeof listContractsCall>
type Kind = Contracts['list'][number]['kind']
export type Only = { kind: Kind; id: number } | undefined
export type Asked = { memberId: number; only: Only; now: Date }

/** One contract alone, or all of them. */
export function nameContract({
  kind,
  id,
}: {
  kind?: Kind | undefined
  id?: number | undefined
}): Only {
  if (kind !== undefined && id !== undefined) return { kind, id }
  if (kind === undefined && id === undefined) return undefined
  throw new Refusal('invalid_request', { field: kind === undefined ? 'kind' : 'id' })
}

export async function describeCalendar(
  tx: Tx,
  asked: Asked & { zone: string; from: string | undefined },
): Promise<Calendar> {
  const { zone, now } = asked
  if (!isZone(zone)) throw new Refusal('invalid_request', { field: 'zone' })
  await refuseForeign(tx, asked)
  const today = dayIn(zone, now)
  const named = asked.from === undefined ? today : dayOfDate(asked.from)
  const first = Math.min(Math.max(named, today), today + AHEAD_DAYS_MAX)
  const starts = startsOf(
    zone,
    Array.from({ length: WINDOW_DAYS + 1 }, (_, day) => first + day),
  )
  const end = starts.at(-1) ?? now
  const next = await findNext(tx, asked, end)
  return {
    zone,
    from: dateOf(first),
    until: dateOf(first + WINDOW_DAYS - 1),
    days: (await sumDays(tx, asked, starts)).map(({ day, ...sums }) => ({
      date: dateOf(first + day),
      ...sums,
    })),
    next: next && dateOf(dayIn(zone, next)),
    total: await sumAll(tx, asked),
    now,
  }
}

/** A contract of somebody else is none. */
export async function refuseForeign(tx: Tx, { memberId, only }: Asked): Promise<void> {
  if (!only) return
  const own = await tx
    .selectFrom(only.kind === 'lock' ? 'lock_contract' : 'fund_contract')
    .select('id')
    .where('id', '=', only.id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!own) throw new Refusal(`${only.kind}_not_found`)
}

/** Running contracts of a kind: of the member, and of those the one that is asked for. */
function runningOf(kind: Kind, { memberId, only }: Pick<Asked, 'memberId' | 'only'>) {
  const which = only && (only.kind === kind ? sql`and id = ${only.id}` : sql`and false`)
  return sql`(select * from ${sql.table(`${kind}_contract`)}
    where member_id = ${memberId} and state = 'running' ${which ?? sql``}) ${sql.table(kind)}`
}

/** The first day of a lock that is over at this moment or later, and is not paid. */
function dayFrom(at: RawBuilder<unknown>) {
  return sql`greatest(days_paid + 1,
    ceil(extract(epoch from ${at} - started_at) / ${sql.lit(DAY_S)})::integer)`
}

/** What each of these days pays, counted from the first. What is overdue is paid at once. */
async function sumDays(tx: Tx, asked: Asked, starts: readonly Date[]) {
  const [from, until] = [starts[0] ?? asked.now, starts.at(-1) ?? asked.now]
  // Today pays what is overdue as well.
  const since = from <= asked.now ? new Date(0) : from
  const { rows } = await sql<{ day: number; income: bigint; back: bigint; payments: number }>`
    with payment as (
      select started_at + n * interval '24 hours' as at, day_income as income,
        case when n = days then amount else 0 end as back
      from ${runningOf('lock', asked)}, generate_series(
        ${dayFrom(sql`${since}::timestamptz`)},
        least(days, ${dayFrom(sql`${until}::timestamptz`)} - 1)
      ) n
      union all
      select ends_at, yield, amount from ${runningOf('fund', asked)}
      where ends_at >= ${since} and ends_at < ${until}
    )
    select width_bucket(greatest(at, ${asked.now}), ${starts.map((at) => at.toISOString())}::timestamptz[]) - 1
        as day,
      sum(income)::bigint as income, sum(back)::bigint as back, count(*)::integer as payments
    from payment group by 1 order by 1`.execute(tx)
  return rows
}

/** When something is paid for the first time from this moment on. */
async function findNext(tx: Tx, asked: Asked, from: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at from (
      select started_at + ${dayFrom(sql`${from}::timestamptz`)} * interval '24 hours' as at
      from ${runningOf('lock', asked)} where ${dayFrom(sql`${from}::timestamptz`)} <= days
      union all
      select ends_at from ${runningOf('fund', asked)} where ends_at >= ${from}
    ) later`.execute(tx)
  return rows[0]?.at ?? null
}

async function sumAll(tx: Tx, asked: Asked): Promise<Calendar['total']> {
  const { rows } = await sql<Calendar['total']>`
    select coalesce(sum(income), 0)::bigint as income, coalesce(sum(amount), 0)::bigint as back,
      count(*)::integer as contracts
    from (
      select day_income::numeric * (days - days_paid) as income, amount
      from ${runningOf('lock', asked)}
      union all
      select yield, amount from ${runningOf('fund', asked)}
    ) running`.execute(tx)
  return rows[0] ?? { income: 0n, back: 0n, contracts: 0 }
}

/** Locks before funds, the newest first; the next page begins after the last of these. */
export async function listContracts(
  tx: Tx,
  { memberId, limit, after }: { memberId: number; limit: number; after: string | undefined },
): Promise<Contracts> {
  const [kind, id] = after?.split('-') ?? []
  const before = (each: Kind) => {
    if (kind === undefined) return sql`true`
    return kind === each ? sql`id < ${id}::bigint` : sql`${kind === 'lock'}`
  }
  const asked = { memberId, only: undefined }
  const { rows } = await sql<Contracts['list'][number]>`
    (select 'lock' as kind, id, amount, day_income * (days - days_paid) as income, days,
      due_at as next_at, started_at + days * interval '24 hours' as ends_at
      from ${runningOf('lock', asked)} where ${before('lock')} order by id desc limit ${limit + 1})
    union all
    (select 'fund', id, amount, yield, days, ends_at, ends_at
      from ${runningOf('fund', asked)} where ${before('fund')} order by id desc limit ${limit + 1})
    order by kind desc, id desc limit ${limit + 1}`.execute(tx)
  const list = rows.slice(0, limit)
  const last = rows.length > limit ? list.at(-1) : undefined
  return { list, next: last ? `${last.kind}-${last.id}` : null }
}
