import type { Serve, ServeDirect } from '#http/serve.ts'

import { countLaunches, settleMember } from '#modules/mining/index.ts'

import { countClaims } from './claims.ts'
import { claimReward, describeReward, realAmount, synchronise } from './rewards.ts'

/** Without a chain nothing is minted, so nothing can be claimed. */
export function serveRewards(
  { serve, serveDirect }: { serve: Serve; serveDirect: ServeDirect },
  { hasChain }: { hasChain: boolean },
): void {
  serve('/machine/get_free_times', async ({ tx, caller: { memberId }, now }) => {
    await settleMember(tx, memberId, now)
    return {
      free_times: await countLaunches(tx, memberId),
      award_receives: await countClaims(tx, memberId),
    }
  })
  serveDirect('/machine/has_reward', ({ db, caller: { memberId }, now }) =>
    describeReward(db, { memberId, now, hasChain }),
  )
  serve('/machine/reward', ({ tx, caller: { memberId }, request, now }) =>
    claimReward(tx, { memberId, request, now }),
  )
  serve('/machine/real_amount', ({ tx, caller: { memberId } }) => realAmount(tx, memberId))
  serve('/machine/synchronise', ({ tx, caller: { memberId }, now, wallNow }) =>
    synchronise(tx, { memberId, hasChain, now, wallNow }),
  )
}
