import type { Tx } from '@btbc/database/database.ts'
import { lockNamed } from '@btbc/database/locks.ts'
import { sql } from 'kysely'

/**
 * Which invites count: of who joined while the campaign ran, is verified, and whose first run ended in
 * it. Each writes a line of its own, so that no two runs wait for the row of one inviter; a sweep adds
 * the lines up.
 */

const AT_ONCE = 2_000

/** Runs of these members have ended; of those counted before, nothing changes. */
export async function countInvites(
  tx: Tx,
  runs: readonly { member_id: number; ends_at: Date }[],
): Promise<void> {
  const ended = JSON.stringify(runs)
  await sql`
    insert into campaign_invite (invitee_id, campaign_id, inviter_id, counted_at)
    select distinct on (member.id) member.id, campaign.id, member.inviter_id, run.ends_at
    from jsonb_to_recordset(${ended}::jsonb) as run (member_id integer, ends_at timestamptz)
    join campaign on campaign.state = 'open'
      and run.ends_at >= campaign.starts_at and run.ends_at < campaign.ends_at
    join member on member.id = run.member_id and member.inviter_id is not null
      and member.verified_at is not null and member.joined_at >= campaign.starts_at
    order by member.id, run.ends_at
    on conflict (invitee_id) do nothing`.execute(tx)
}

/** Adds lines up, one server at a time; answers how many. */
export async function addUpInvites(tx: Tx): Promise<number> {
  const waiting = await sql`select from campaign_invite where not is_tallied limit 1`.execute(tx)
  if (waiting.rows.length === 0) return 0
  await lockNamed(tx, 'whole', 'campaign invites')
  const { rows } = await sql<{ lines: bigint }>`
    with fresh as (
      update campaign_invite set is_tallied = true where invitee_id = any (array(
        select invitee_id from campaign_invite where not is_tallied
        order by invitee_id limit ${AT_ONCE} for update
      )) returning campaign_id, inviter_id, counted_at
    ), added as (
      insert into campaign_standing as kept (campaign_id, member_id, invites, reached_at, ticket)
      select campaign_id, inviter_id, count(*), max(counted_at),
        left(encode(sha256(campaign.salt || convert_to(inviter_id::text, 'UTF8')), 'hex'), 16)
      from fresh join campaign on campaign.id = fresh.campaign_id
      group by campaign_id, inviter_id, campaign.salt order by inviter_id
      on conflict (campaign_id, member_id) do update set
        invites = kept.invites + excluded.invites,
        reached_at = greatest(kept.reached_at, excluded.reached_at)
    )
    select count(*) as lines from fresh`.execute(tx)
  return Number(rows[0]?.lines ?? 0n)
}
