import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { displayName } from '#modules/account/index.ts'

/** Who invited whom, and who counts. */

const DAY_MS = 24 * 60 * 60 * 1000
/** A member counts in a team for this long after a start. */
const ACTIVE_DAYS = 30
const LEVELS_MAX = 10
/** Direct members listed; the counts know all of them. */
const DIRECT_LISTED_MAX = 5000

export type TeamSize = {
  /** Levels 1 to 10. */
  total: number
  activeDirect: number
  activeOther: number
}

/** Counts the team. A member is active when verified and started a run in the last 30 days. */
export async function countTeam(tx: Tx, memberId: number, now: Date): Promise<TeamSize> {
  const { rows } = await sql<TeamSize>`
    with recursive team as (
      select id, 1 as level, verified_at, last_run_at from member where inviter_id = ${memberId}
      union all
      select m.id, t.level + 1, m.verified_at, m.last_run_at
      from team t join member m on m.inviter_id = t.id
      where t.level < ${LEVELS_MAX}
    ), counted as (
      select level, verified_at is not null and last_run_at > ${activeSince(now)} as active from team
    )
    select count(*)::int as total,
      (count(*) filter (where active and level = 1))::int as "activeDirect",
      (count(*) filter (where active and level > 1))::int as "activeOther"
    from counted`.execute(tx)
  const [size] = rows
  if (size === undefined) throw new Error('a count gave no row')
  return size
}

export type DirectMember = {
  id: number
  displayName: string
  joinedAt: Date
  status: 'active' | 'inactive' | 'unverified'
}

/** The members this one invited, newest first, with names that give no address away. */
export async function listDirectMembers(
  tx: Tx,
  memberId: number,
  now: Date,
): Promise<DirectMember[]> {
  const rows = await tx
    .selectFrom('member')
    .select(['id', 'account_number', 'mail', 'mobile', 'verified_at', 'last_run_at', 'joined_at'])
    .where('inviter_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(DIRECT_LISTED_MAX)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    displayName: displayName(row),
    joinedAt: row.joined_at,
    status: statusOf(row, now),
  }))
}

function statusOf(
  member: { verified_at: Date | null; last_run_at: Date | null },
  now: Date,
): DirectMember['status'] {
  if (member.verified_at === null) return 'unverified'
  const isActive = member.last_run_at !== null && member.last_run_at > activeSince(now)
  return isActive ? 'active' : 'inactive'
}

function activeSince(now: Date): Date {
  return new Date(now.getTime() - ACTIVE_DAYS * DAY_MS)
}
