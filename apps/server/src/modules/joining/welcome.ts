import type { Tx } from '@btbc/database/database.ts'

import { displayName, getMember, markWelcomeSeen, type Member } from '#modules/account/account.ts'
import { grantWelcome } from '#modules/mining/mining.ts'
import { notifyMember } from '#platform/notifications/messages.ts'
import { promiseReferral } from '#modules/team/team.ts'

type Joined = { member: Member; now: Date; wallNow: Date }

/**
 * What a member gets when mail or phone is proved for the first time, and what their inviter is then
 * promised. Either pool may be short: that turns nobody away, and nothing is said to be paid.
 */
export async function welcomeMember(
  tx: Tx,
  joined: Joined,
): Promise<{ welcomed: boolean; inviteReward: boolean }> {
  const { member, now } = joined
  const welcomed = await grantWelcome(tx, { memberId: member.id, now })
  if (!welcomed) await markWelcomeSeen(tx, member.id, now)
  return { welcomed, inviteReward: await promiseInviter(tx, joined) }
}

/** Promises the inviter of a verified member their reward, or tells them that the pool is short. */
export async function promiseInviter(tx: Tx, { member, now, wallNow }: Joined): Promise<boolean> {
  const inviterId = member.inviter_id
  if (inviterId === null) return false
  const { promised } = await promiseReferral(tx, { inviterId, inviteeId: member.id, now })
  if (!promised) {
    const inviter = await getMember(tx, inviterId)
    const facts = { name: displayName(member) }
    await notifyMember(tx, inviter, { kind: 'invite_unfunded', facts, wallNow })
  }
  return promised
}
