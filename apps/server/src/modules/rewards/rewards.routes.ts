import { readLaunches } from '@btbc/contract/mining.ts'
import {
  claimOutput,
  readOutput,
  readWithdrawable,
  synchroniseOutput,
} from '@btbc/contract/rewards.ts'

import type { Serve, ServeDirect } from '#http/serve.ts'

import { countLaunches, settleMember } from '#modules/mining/index.ts'

import { countClaims } from './claims.ts'
import { claimReward, describeReward, realAmount, synchronise } from './rewards.ts'

/** Without a chain nothing is minted, so nothing can be claimed. */
export function serveRewards(
  { serve, serveDirect }: { serve: Serve; serveDirect: ServeDirect },
  { hasChain }: { hasChain: boolean },
): void {
  serve(readLaunches, async ({ tx, caller: { memberId }, now }) => {
    await settleMember(tx, memberId, now)
    return {
      free_times: await countLaunches(tx, memberId),
      award_receives: await countClaims(tx, memberId),
    }
  })
  serveDirect(readOutput, ({ db, caller: { memberId }, now }) =>
    describeReward(db, { memberId, now, hasChain }),
  )
  serve(claimOutput, ({ tx, caller: { memberId }, request, now }) =>
    claimReward(tx, { memberId, request, now }),
  )
  serve(readWithdrawable, ({ tx, caller: { memberId } }) => realAmount(tx, memberId))
  serve(synchroniseOutput, ({ tx, caller: { memberId }, now, wallNow }) =>
    synchronise(tx, { memberId, hasChain, now, wallNow }),
  )
}
