import type { Tx } from '@btbc/database/database.ts'

import { markWelcomeSeen } from '#modules/account/index.ts'
import { grantWelcome } from '#modules/mining/index.ts'
import { type Joined, promiseInviter } from '#modules/team/index.ts'

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
