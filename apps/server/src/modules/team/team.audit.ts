import type { Db, Tx } from '@btbc/database/database.ts'
import { auditAtOneMoment, type Finding } from '@btbc/ledger/audit.ts'
import { sql } from 'kysely'

/** The tallies of teams against the members themselves, counted anew from who invited whom. */

const FINDINGS_MAX = 20

export async function auditTeams(db: Db): Promise<Finding[]> {
  return await auditAtOneMoment(db, findMiscounted)
}

async function findMiscounted(tx: Tx): Promise<Finding[]> {
  const { rows } = await sql<{ detail: string }>`
    with recursive placed (id, above, counts) as (
      select id, '{}'::integer[], counted_until is not null from member where inviter_id is null
      union all
      select below.id, (placed.id || placed.above)[1:10], below.counted_until is not null
      from placed join member below on below.inviter_id = placed.id
    ), counted as (
      select up.id as member_id, count(*) as total, count(*) filter (where up.level = 1) as direct,
        count(*) filter (where counts and up.level = 1) as active_direct,
        count(*) filter (where counts and up.level > 1) as active_other
      from placed cross join unnest(placed.above) with ordinality up (id, level) group by up.id
    ), tallied as (
      select member_id, sum(total) as total, sum(direct) as direct,
        sum(active_direct) as active_direct, sum(active_other) as active_other
      from (
        select * from team_tally
        union all
        select member_id, total, direct, active_direct, active_other from team_tally_change
      ) part group by member_id
    )
    select format('member %s stands below %s instead of %s', member.id, member.above, placed.above)
      as detail
    from placed join member on member.id = placed.id where member.above <> placed.above
    union all
    select format('member %s counts without a start', id) from member
    where counted_until is not null and (verified_at is null or last_run_at is null)
    union all
    select format('team of %s: %s tallied, %s counted', coalesce(counted.member_id, tallied.member_id),
      tallied, counted)
    from counted full join tallied on tallied.member_id = counted.member_id
    where (counted.total, counted.direct, counted.active_direct, counted.active_other)
      is distinct from (tallied.total, tallied.direct, tallied.active_direct, tallied.active_other)
    limit ${FINDINGS_MAX}`.execute(tx)
  return rows.map(({ detail }) => ({ rule: 'a team is tallied as it stands', detail }))
}
