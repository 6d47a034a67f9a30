import { hash } from 'node:crypto'

import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'
import * as z from 'zod/mini'

import { lockMembers, tellMembers } from '#modules/account/index.ts'
import { releaseAirdrops } from '#modules/airdrop/index.ts'
import { releaseAwards } from '#modules/campaign/index.ts'
import type { OperatorCaller } from '#modules/operator/index.ts'
import { defineProposal, endProposal } from '#modules/review/index.ts'
import { releaseReferrals } from '#modules/team/index.ts'
import { transition } from '#platform/state-machine.ts'

import { sybilStates } from './sybil.states.ts'

/**
 * What people decide about a group. A hold takes nothing from anybody: rewards that become due stay in
 * their reserve until two operators let go of them, and then they are paid in full.
 */

type Asked = { id: number; reason: string; caller: OperatorCaller; now: Date }

export async function proposeHold(tx: Tx, asked: Asked) {
  const { size } = await getGroup(tx, asked.id, 'hold')
  return await rewardHold.propose(tx, {
    ...asked,
    subject: subjectOf(asked.id),
    payload: { group: asked.id, members: digestOf(await membersOf(tx, asked.id)) },
    summary: `Hold the rewards of ${size} members, group ${asked.id}`,
  })
}

export async function proposeRelease(tx: Tx, asked: Asked) {
  const { size } = await getGroup(tx, asked.id, 'release')
  return await rewardRelease.propose(tx, {
    ...asked,
    subject: subjectOf(asked.id),
    payload: { group: asked.id },
    summary: `Pay the held rewards of ${size} members in full, group ${asked.id}`,
  })
}

/** These are several people: nobody is asked to hold them, and again only when it has grown by half. */
export async function dismissGroup(tx: Tx, id: number, now: Date): Promise<void> {
  // Before the group, as whoever accepts it locks them.
  await endProposal(tx, { kind: rewardHold.kind, subject: subjectOf(id), now })
  const group = await getGroup(tx, id, 'dismiss')
  const set = { decided_at: now, dismissed_size: group.size }
  await transition(tx, sybilStates, group, 'dismiss', { now, set })
}

export function subjectOf(id: number): string {
  return `sybil ${id}`
}

/** Locked, and where this begins. */
async function getGroup(tx: Tx, id: number, event: 'hold' | 'release' | 'dismiss') {
  const group = await tx
    .selectFrom('sybil_group')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!group) throw new Refusal('group_not_found')
  if (!sybilStates.allows(group.state, event)) throw new Refusal('group_changed')
  return group
}

/** Who was meant, and not how many: one may have come for another. */
function digestOf(memberIds: readonly number[]): string {
  return hash('sha256', memberIds.join(' '))
}

/** Of those who were proposed: a group that has changed since is looked at anew. */
export const rewardHold = defineProposal({
  kind: 'rewards.hold',
  payload: z.object({ group: z.int(), members: z.string() }),
  async apply(tx, { payload: { group: id, members }, now, wallNow }) {
    const group = await getGroup(tx, id, 'hold')
    const ids = await membersOf(tx, id)
    if (digestOf(ids) !== members) throw new Refusal('group_changed')
    await lockMembers(tx, ids, { waits: true })
    await sql`insert into reward_hold (group_id, member_id, held_at)
      select ${id}, unnest(${ids}::integer[]), ${now}`.execute(tx)
    const { rows } = await sql<{ id: number }>`
      update member set rewards_held_at = ${now}
      where id = any (${ids}::integer[]) and rewards_held_at is null returning id`.execute(tx)
    await transition(tx, sybilStates, group, 'hold', { now, set: { decided_at: now } })
    await tell(tx, 'rewards_held', rows, wallNow)
  },
})

/** Whoever another group holds stays held. */
export const rewardRelease = defineProposal({
  kind: 'rewards.release',
  payload: z.object({ group: z.int() }),
  async apply(tx, { payload: { group: id }, now, wallNow }) {
    const group = await getGroup(tx, id, 'release')
    const ids = await membersOf(tx, id)
    await lockMembers(tx, ids, { waits: true })
    await tx
      .updateTable('reward_hold')
      .set({ released_at: now })
      .where('group_id', '=', id)
      .where('released_at', 'is', null)
      .execute()
    const { rows } = await sql<{ id: number }>`
      update member set rewards_held_at = null
      where id = any (${ids}::integer[]) and rewards_held_at is not null and not exists (
        select from reward_hold held where held.member_id = member.id and released_at is null
      ) returning id`.execute(tx)
    const freed = rows.map((row) => row.id)
    await releaseReferrals(tx, freed, now)
    await releaseAwards(tx, freed, now)
    await releaseAirdrops(tx, freed)
    await transition(tx, sybilStates, group, 'release', { now, set: { decided_at: now } })
    await tell(tx, 'rewards_released', rows, wallNow)
  },
})

async function membersOf(tx: Tx, id: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('sybil_member')
    .select('member_id')
    .where('group_id', '=', id)
    .orderBy('member_id')
    .execute()
  return rows.map((row) => row.member_id)
}

async function tell(
  tx: Tx,
  kind: 'rewards_held' | 'rewards_released',
  members: readonly { id: number }[],
  wallNow: Date,
): Promise<void> {
  const tellings = members.map(({ id: memberId }) => ({ memberId, kind, facts: {} }))
  await tellMembers(tx, tellings, wallNow)
}
