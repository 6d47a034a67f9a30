import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { DAY_MS } from '#platform/durations.ts'

import type { Signals } from './score.ts'

/** What accounts have in common: which there are to look at, and how much of it. */

export type SeedKind = 'inviter' | 'payee' | 'network'
/** What is common to some accounts, in the order of the walk, and the accounts. */
export type Seed = { after: string; name: string; ids: number[] }

/** More members than that are looked at as the newest of them. */
const MEMBERS_MAX = 500
const SIZE_MIN = 5
const PAID_MS = 90 * DAY_MS

/**
 * The next things that accounts have in common, and who they are. Each is found by one step in an
 * index, however many accounts have it, and the newest accounts stand for all.
 */
export async function nextSeeds(
  tx: Tx,
  { kind, after, most }: { kind: SeedKind; after: string; most: number },
): Promise<{ seeds: Seed[]; last: string | undefined }> {
  const { step, name, members } = walks[kind]
  const { rows } = await sql<Seed>`
    with recursive walk (after, place) as (
      select (${step(sql`${after}::text`)}), 1
      union all
      select (${step(sql`walk.after`)}), place + 1 from walk
      where walk.after is not null and place < ${most}
    )
    select walk.after, ${name} as name, array(${members}) as ids
    from walk where walk.after is not null order by place`.execute(tx)
  const seeds = rows.filter(({ ids }) => ids.length >= SIZE_MIN)
  return { seeds, last: rows.length < most ? undefined : rows.at(-1)?.after }
}

const newest = sql`order by member_id desc limit ${sql.lit(MEMBERS_MAX)}`

const walks = {
  /** Whoever has invited others, with those. An empty text is before all. */
  inviter: {
    step: (after: ReturnType<typeof sql>) => sql`
      select inviter_id::text from member
      where inviter_id > coalesce(nullif(${after}, ''), '0')::integer
      order by inviter_id limit 1`,
    name: sql`walk.after`,
    members: sql`select walk.after::integer union all (
      select id from member where inviter_id = walk.after::integer
      order by id desc limit ${sql.lit(MEMBERS_MAX)})`,
  },
  /** Whoever several send coins to. */
  payee: {
    step: (after: ReturnType<typeof sql>) => sql`
      select address from withdrawal where address > ${after} order by address limit 1`,
    name: sql`walk.after`,
    members: sql`select distinct member_id from withdrawal where address = walk.after ${newest}`,
  },
  /** From where several are logged in: not from the machine itself, where it says nothing. */
  network: {
    step: (after: ReturnType<typeof sql>) => sql`
      select network_of(ip) from session where network_of(ip) > ${after}
      order by network_of(ip) limit 1`,
    name: sql`left(encode(sha256((select value from secret where name = 'security')
      || convert_to(walk.after, 'UTF8')), 'hex'), 32)`,
    members: sql`select distinct member_id from session
      where network_of(ip) = walk.after and ip !~ '^(127[.]|::1$)' ${newest}`,
  },
} as const

/** Counts among these accounts: of each sign, how many have what most of them have in common. */
export async function readSignals(
  tx: Tx,
  { ids, now }: { ids: readonly number[]; now: Date },
): Promise<Signals> {
  const since = new Date(now.getTime() - PAID_MS)
  const { rows } = await sql<Signals>`
    with one as materialized (
      select id, inviter_id, joined_at, last_run_at from member where id = any (${ids}::integer[])
    ), here as materialized (
      select distinct member_id, network_of(ip) as network, device from session
      where member_id in (select id from one) and ip !~ '^(127[.]|::1$)'
    ), network as (
      select network, count(distinct member_id) as members from here
      group by network order by members desc, network limit 1
    ), paid as (
      select address as receiver, member_id from withdrawal
      where member_id in (select id from one) and created_at > ${since}
      union select address, member_id from saved_address where member_id in (select id from one)
      union select platform || bank_key || account_number, member_id from bank_withdrawal
      where member_id in (select id from one) and created_at > ${since}
    )
    select (select count(*) from one)::integer as size,
      coalesce((select count(*) from paid group by receiver order by count(*) desc limit 1), 0)::integer
        as payee,
      coalesce((select members from network), 0)::integer as network,
      coalesce((select count(distinct member_id) from here join network using (network)
        group by device order by count(distinct member_id) desc limit 1), 0)::integer as device,
      coalesce((select max(members) from (
        select count(*) over (order by joined_at
          range between current row and interval '1 hour' following) as members from one
      ) hour), 0)::integer as joined,
      coalesce((select max(members) from (
        select count(*) over (order by last_run_at
          range between current row and interval '10 minutes' following) as members
        from one where last_run_at is not null
      ) moment), 0)::integer as started,
      coalesce((select count(*) from one where inviter_id is not null
        group by inviter_id order by count(*) desc limit 1), 0)::integer as invited`.execute(tx)
  const [signals] = rows
  if (!signals) throw new Error('a question without an answer')
  return signals
}
