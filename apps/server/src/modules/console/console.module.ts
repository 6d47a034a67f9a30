import { defineModule } from '#module.ts'

import { proposalStates } from '#modules/review/index.ts'

import { operatorSweeps } from './console.jobs.ts'
import { unfreezingAccepted } from './member.ts'
import { poolFundingAccepted } from './pool.ts'

export const consoleModule = defineModule({
  effects: { 'pool.fund': poolFundingAccepted, 'member.unfreeze': unfreezingAccepted },
  states: [proposalStates],
  sweeps: () => operatorSweeps,
})
