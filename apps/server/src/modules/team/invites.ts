import type { addInvite, rememberInvite } from '@btbc/contract/account.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { lockNamed } from '@btbc/database/locks.ts'
import { sql } from 'kysely'

import { type Member, displayName, lockMember, tellMember } from '#modules/account/index.ts'

import type { CallerAddress } from '#network/caller-address.ts'
import { DAY_MS } from '#platform/durations.ts'

import { type Grant, promiseReferral } from './team.ts'

/** Invite codes: who brought whom. */

export const VISIT_MS = 30 * DAY_MS
/** Of one neighbourhood: schools and offices share one. */
const VISITS_A_DAY_MAX = 500

/** The member with this invite code, or nobody. */
export async function findInviter(tx: Tx, code: string | undefined): Promise<Member | undefined> {
  if (code === undefined) return undefined
  return await tx
    .selectFrom('member')
    .selectAll()
    .where('extension_code', 'in', [code, code.toUpperCase()])
    .where('is_house', '=', false)
    .executeTakeFirst()
}

/** Whether an invite code may still be added: once, within 24 hours of joining. */
export function isInviteOpen(member: Pick<Member, 'inviter_id' | 'joined_at'>, now: Date): boolean {
  return member.inviter_id === null && now.getTime() < member.joined_at.getTime() + DAY_MS
}

/** Adds an inviter afterwards. Who is verified already promises the reward at once. */
export async function addInviter(
  tx: Tx,
  request: { memberId: number; extensionCode: string; now: Date; wallNow: Date },
): Promise<Response<typeof addInvite>> {
  const { memberId, extensionCode, now, wallNow } = request
  // Two members who add each other at once would close a cycle that neither sees.
  await lockNamed(tx, 'whole', 'invites')
  // Their address may be proved at this moment: whoever comes second sees what the other did.
  const member = await lockMember(tx, memberId)
  if (!isInviteOpen(member, now)) throw new Refusal('invite_closed')
  const inviter = await findInviter(tx, extensionCode)
  if (!inviter) throw new Refusal('invite_unknown')
  if (inviter.id === memberId) throw new Refusal('invite_own')
  if (await isInTeamOf(tx, inviter.id, memberId)) throw new Refusal('invite_cycle')
  await tx
    .updateTable('member')
    .set({ inviter_id: inviter.id })
    .where('id', '=', memberId)
    .execute()
  if (member.verified_at === null) return { invite_reward: false }
  const invited = { ...member, inviter_id: inviter.id }
  const { promised } = await promiseInviter(tx, { member: invited, now, wallNow })
  return { invite_reward: promised }
}

export type Joined = { member: Member; now: Date; wallNow: Date }

/**
 * Promises the inviter of a verified member their reward, or tells them that the pool is short; and
 * posts with it what the member is granted.
 */
export async function promiseInviter(
  tx: Tx,
  { member, now, wallNow, grant }: Joined & { grant?: Grant },
): Promise<{ promised: boolean; granted: boolean }> {
  const inviterId = member.inviter_id
  const joining = { inviterId, inviteeId: member.id, now, ...(grant && { grant }) }
  const done = await promiseReferral(tx, joining)
  if (inviterId !== null && !done.promised) {
    const facts = { name: displayName(member) }
    await tellMember(tx, inviterId, { kind: 'invite_unfunded', facts, wallNow })
  }
  return done
}

/** Whether `memberId` stands below `leaderId`, however deep. */
async function isInTeamOf(tx: Tx, memberId: number, leaderId: number): Promise<boolean> {
  const { rows } = await sql`
    with recursive above (id) as (
      select inviter_id from member where id = ${memberId}
      union
      select member.inviter_id from member join above on member.id = above.id
    )
    select from above where id = ${leaderId}`.execute(tx)
  return rows.length > 0
}

/** Remembers the code of a visitor's first visit for 30 days; answers the one that stands, and whose it is. */
export async function rememberVisit(
  tx: Tx,
  request: { visitor: string; extensionCode: string; from: CallerAddress; now: Date },
): Promise<Response<typeof rememberInvite>> {
  const { visitor, extensionCode, from, now } = request
  const first = await tx
    .selectFrom('visit')
    .select('extension_code')
    .where('visitor', '=', visitor)
    .where('created_at', '>', new Date(now.getTime() - VISIT_MS))
    .executeTakeFirst()
  const code = first?.extension_code ?? extensionCode
  const inviter = await findInviter(tx, code)
  if (!inviter) return { extension_code: code, known: false, inviter: '' }
  // Beyond what a neighbourhood may fill, the code stands in the browser alone.
  if (!first && !(await isFull(tx, from, now))) {
    const neighbourhood = from.local ? null : from.neighbourhood
    const visit = { extension_code: inviter.extension_code, neighbourhood, created_at: now }
    await tx
      .insertInto('visit')
      .values({ visitor, ...visit })
      .onConflict((conflict) => conflict.column('visitor').doUpdateSet(visit))
      .execute()
  }
  return { extension_code: inviter.extension_code, known: true, inviter: displayName(inviter) }
}

async function isFull(
  tx: Tx,
  { local, neighbourhood }: CallerAddress,
  now: Date,
): Promise<boolean> {
  if (local) return false
  const { visits } = await tx
    .selectFrom('visit')
    .select((row) => row.fn.countAll<bigint>().as('visits'))
    .where('neighbourhood', '=', neighbourhood)
    .where('created_at', '>', new Date(now.getTime() - DAY_MS))
    .executeTakeFirstOrThrow()
  return visits >= VISITS_A_DAY_MAX
}
