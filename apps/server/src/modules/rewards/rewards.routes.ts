import { readLaunches } from '@btbc/contract/mining.ts'
import {
  claimOutput,
  readOutput,
  readWithdrawable,
  synchroniseOutput,
} from '@btbc/contract/rewards.ts'

import type { Db } from '@btbc/database/database.ts'

import { keyedCallOf } from '#http/idempotency.ts'
import { inBatches } from '#http/in-batches.ts'
import type { Serve, ServeDirect } from '#http/serve.ts'

import { claimRewards } from './rewards.claiming.ts'
import {
  describeLaunches,
  describeReward,
  lookAtRewards,
  realAmount,
  synchronise,
} from './rewards.ts'

/** Without a chain nothing is minted, so nothing can be claimed. */
export function serveRewards(
  { serve, serveDirect }: { serve: Serve; serveDirect: ServeDirect },
  { db, hasChain }: { db: Db; hasChain: boolean },
): void {
  const claim = inBatches(db, claimRewards)
  serveDirect(readLaunches, async ({ caller: { memberId }, now }) =>
    describeLaunches(await lookAtRewards(db, { memberId, now })),
  )
  serveDirect(readOutput, async ({ caller: { memberId }, now }) =>
    describeReward(await lookAtRewards(db, { memberId, now }), { now, hasChain }),
  )
  serveDirect(claimOutput, ({ caller: { memberId }, request, key, now, wallNow }) =>
    claim({
      memberId,
      request,
      now,
      wallNow,
      call: keyedCallOf(claimOutput, { memberId, request, key, wallNow }),
    }),
  )
  serve(readWithdrawable, ({ tx, caller: { memberId }, now }) => realAmount(tx, { memberId, now }))
  serve(synchroniseOutput, ({ tx, caller: { memberId }, now, wallNow }) =>
    synchronise(tx, { memberId, hasChain, now, wallNow }),
  )
}
