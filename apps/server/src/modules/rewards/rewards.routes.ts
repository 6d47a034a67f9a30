import { readLaunches } from '@btbc/contract/mining.ts'
import {
  claimOutput,
  readOutput,
  readWithdrawable,
  synchroniseOutput,
} from '@btbc/contract/rewards.ts'

import type { Serve, ServeDirect } from '#http/serve.ts'

import {
  claimReward,
  describeLaunches,
  describeReward,
  lookAtRewards,
  realAmount,
  synchronise,
} from './rewards.ts'

/** Without a chain nothing is minted, so nothing can be claimed. */
export function serveRewards(
  { serve, serveDirect }: { serve: Serve; serveDirect: ServeDirect },
  { hasChain }: { hasChain: boolean },
): void {
  serveDirect(readLaunches, async ({ db, caller: { memberId }, now }) =>
    describeLaunches(await lookAtRewards(db, { memberId, now })),
  )
  serveDirect(readOutput, async ({ db, caller: { memberId }, now }) =>
    describeReward(await lookAtRewards(db, { memberId, now }), { now, hasChain }),
  )
  serve(claimOutput, ({ tx, caller: { memberId }, request, now }) =>
    claimReward(tx, { memberId, request, now }),
  )
  serve(readWithdrawable, ({ tx, caller: { memberId } }) => realAmount(tx, memberId))
  serve(synchroniseOutput, ({ tx, caller: { memberId }, now, wallNow }) =>
    synchronise(tx, { memberId, hasChain, now, wallNow }),
  )
}
