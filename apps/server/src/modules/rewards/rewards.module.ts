import { defineModule } from '#module.ts'

import { forgetShares } from './rewards.jobs.ts'
import { carryMinted, mintingWork, mintPurpose } from './rewards.mint.ts'
import { serveRewards } from './rewards.routes.ts'
import { mintBatchStates } from './rewards.states.ts'

export const rewardsModule = defineModule({
  async seed({ db, clock }) {
    await db.transaction().execute((tx) => carryMinted(tx, clock.now()))
    return []
  },
  calls: (calls, { db, chain }) => serveRewards(calls, { db, hasChain: chain !== undefined }),
  states: [mintBatchStates],
  sweeps: () => [forgetShares],
  purposes: () => ({ mint: mintPurpose }),
  beforeSigning: ({ db, chain, marketData }) => [
    mintingWork({ db, chain, marketPrice: (currency) => marketData.averagePrice(currency) }),
  ],
})
