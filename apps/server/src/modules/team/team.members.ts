import { askTogether } from '@btbc/database/ask-together.ts'
import { type Db, type Tx, prepare, runPrepared } from '@btbc/database/database.ts'
import type { Referral } from '@btbc/database/tables.ts'
import type { Fragment } from '@btbc/ledger/fragment.ts'
import { type Selectable, sql } from 'kysely'

import { masked, NAMED_BY } from '#modules/account/index.ts'
import { DAY_MS } from '#platform/durations.ts'

/** Who invited whom, and who counts: members above store what a member below changes, see the migration. */

/** A member counts in a team for this long after a start. */
const ACTIVE_MS = 30 * DAY_MS
const LOOKED_AT_ONCE = 5000
const LINES_AT_ONCE = 20_000

export type TeamSize = {
  /** Levels 1 to 10. */
  total: number
  direct: number
  activeDirect: number
  activeOther: number
}

const NOBODY: TeamSize = { total: 0, direct: 0, activeDirect: 0, activeOther: 0 }

/**
 * The tally, what is not added to it yet, and less those who count in it but whose last start is too
 * long ago, until the sweep has looked at them again, or whose rewards are held, until they are released.
 */
const COUNT_TEAMS = prepare(
  'team_counts',
  `select member_id as "memberId", sum(total)::integer as total, sum(direct)::integer as direct,
     sum(active_direct)::integer as "activeDirect", sum(active_other)::integer as "activeOther"
   from (
     select member_id, total, direct, active_direct, active_other
     from team_tally where member_id = any ($1::integer[])
     union all
     select member_id, total, direct, active_direct, active_other
     from team_tally_change where member_id = any ($1::integer[])
     union all
     select up.id, 0, 0, case up.level when 1 then -1 else 0 end, case up.level when 1 then 0 else -1 end
     from member cross join unnest(above) with ordinality up (id, level)
     where counted_until <= $2::timestamptz and last_run_at <= $3::timestamptz
       and above && $1::integer[] and up.id = any ($1::integer[])
     union all
     select up.id, 0, 0, case up.level when 1 then -1 else 0 end, case up.level when 1 then 0 else -1 end
     from member cross join unnest(above) with ordinality up (id, level)
     where rewards_held_at is not null and counted_until is not null
       and not (counted_until <= $2::timestamptz and last_run_at <= $3::timestamptz)
       and above && $1::integer[] and up.id = any ($1::integer[])
   ) part group by member_id`,
)

/** The sizes of teams. A member is active when verified, not held, and started a run in the last 30 days. */
export async function countTeams(
  tx: Db | Tx,
  memberIds: readonly number[],
  now: Date,
): Promise<(memberId: number) => TeamSize> {
  const values = [memberIds, now, activeSince(now)]
  const rows = await runPrepared<TeamSize & { memberId: number }>(tx, COUNT_TEAMS, values)
  const sizes = new Map(rows.map(({ memberId, ...size }) => [memberId, size]))
  return (memberId) => sizes.get(memberId) ?? NOBODY
}

export const countTeam = askTogether(
  async (database, asked: readonly { memberId: number; now: Date }[]): Promise<TeamSize[]> => {
    const now = latest(asked)
    const members = asked.map(({ memberId }) => memberId)
    return members.map(await countTeams(database, members, now))
  },
)

/** Of those who ask together. */
function latest(asked: readonly { now: Date }[]): Date {
  return new Date(Math.max(...asked.map(({ now }) => now.getTime())))
}

/** What is written with the starts of these members: from now on they count above. */
export function startsCounted(memberIds: readonly number[], now: Date): Fragment {
  return {
    name: 'counted',
    text: `update member set last_run_at = $2, counted_until = coalesce(counted_until, $3)
      where id = any ($1::integer[])`,
    values: [memberIds, now, new Date(now.getTime() + ACTIVE_MS)],
  }
}

/** Looks again at members who count: whoever has not started for 30 days ceases to. */
export async function lookAgain(tx: Tx, now: Date): Promise<number> {
  const { numAffectedRows: looked = 0n } = await sql`
    update member set counted_until =
      case when last_run_at > ${activeSince(now)} then last_run_at + ${ACTIVE_MS} * interval '1 ms' end
    where id = any (array(
      select id from member where counted_until <= ${now} order by counted_until
      limit ${LOOKED_AT_ONCE} for no key update skip locked
    ))`.execute(tx)
  return Number(looked)
}

/** Adds the lines of changes to the tallies; answers how many lines are gone. Where there is none, it has found no row. */
export async function addUpTeams(tx: Tx): Promise<number> {
  const { rows } = await sql<{ lines: bigint }>`
    with gone as (
      delete from team_tally_change where id = any (array(
        select id from team_tally_change order by id limit ${LINES_AT_ONCE} for update skip locked
      )) returning member_id, total, direct, active_direct, active_other
    ), added as (
      insert into team_tally (member_id, total, direct, active_direct, active_other)
      select member_id, sum(total), sum(direct), sum(active_direct), sum(active_other)
      from gone group by member_id order by member_id
      on conflict (member_id) do update set total = team_tally.total + excluded.total,
        direct = team_tally.direct + excluded.direct,
        active_direct = team_tally.active_direct + excluded.active_direct,
        active_other = team_tally.active_other + excluded.active_other
    )
    select count(*) as lines from gone having count(*) > 0`.execute(tx)
  return Number(rows[0]?.lines ?? 0n)
}

export type DirectMember = {
  id: number
  displayName: string
  joinedAt: Date
  status: 'active' | 'inactive' | 'unverified'
  /** What was promised for them, if anything was. */
  reward: Reward<Date> | null
}

type Reward<Time> = {
  state: Selectable<Referral>['state']
  starts: number
  runs: number
  at: Time | null
}

type Page = { memberId: number; limit: number; page: number; now: Date }

/** A page deep in the list costs its depth in keys, and not in rows. */
const LIST_DIRECT = prepare(
  'team_direct_members',
  `select place::integer, page.*
   from unnest($1::integer[], $2::integer[], $3::bigint[])
     with ordinality asked (inviter_id, most, skipped, place)
   cross join lateral (
     select id, ${NAMED_BY} as "namedBy", joined_at as "joinedAt",
       case when verified_at is null then 'unverified'
         when last_run_at > $4::timestamptz and rewards_held_at is null then 'active' else 'inactive' end as status,
       (
         select json_build_object('state', state, 'starts', launches, 'runs', runs - runs_ended,
           'at', case state when 'due' then pay_at when 'paid' then paid_at
             when 'promised' then lapses_at when 'lapsed' then lapses_at end)
         from referral where invitee_id = member.id
       ) as reward
     from member where member.inviter_id = asked.inviter_id and id <= (
       select id from member below where below.inviter_id = asked.inviter_id
       order by id desc limit 1 offset asked.skipped
     ) order by id desc limit asked.most
   ) page
   order by place, id desc`,
)

type DirectRow = Omit<DirectMember, 'displayName' | 'reward'> & {
  place: number
  namedBy: string
  reward: Reward<string> | null
}

/** A page of the members this one invited, newest first, with names that give no address away. */
export const listDirectMembers = askTogether(
  async (database, asked: readonly Page[]): Promise<DirectMember[][]> => {
    const rows = await runPrepared<DirectRow>(database, LIST_DIRECT, [
      asked.map(({ memberId }) => memberId),
      asked.map(({ limit }) => limit),
      asked.map(({ limit, page }) => (page - 1) * limit),
      activeSince(latest(asked)),
    ])
    const byPlace = Map.groupBy(rows, ({ place }) => place)
    return asked.map((_, n) =>
      (byPlace.get(n + 1) ?? []).map(({ id, namedBy, joinedAt, status, reward }) => ({
        id,
        displayName: masked(namedBy),
        joinedAt,
        status,
        reward: reward && { ...reward, at: reward.at === null ? null : new Date(reward.at) },
      })),
    )
  },
)

/** Who has started a run since then is active. */
export function activeSince(now: Date): Date {
  return new Date(now.getTime() - ACTIVE_MS)
}
