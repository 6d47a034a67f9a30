import type { Tx } from '@btbc/database/database.ts'

import { markWelcomeSeen } from '#modules/account/index.ts'
import { welcomeOf } from '#modules/mining/index.ts'
import { type Joined, promiseInviter } from '#modules/team/index.ts'

/**
 * What a member gets when mail or phone is proved for the first time, as it was told when they joined,
 * and what their inviter is then promised. Either pool may be short: that turns nobody away, and nothing is said to be paid.
 */
export async function welcomeMember(
  tx: Tx,
  joined: Joined,
): Promise<{ welcomed: boolean; inviteReward: boolean }> {
  const { member, now } = joined
  const grant = await welcomeOf(tx, { member, now })
  const { granted, promised } = await promiseInviter(tx, { ...joined, grant })
  if (!granted) await markWelcomeSeen(tx, member.id, now)
  return { welcomed: granted, inviteReward: promised }
}
