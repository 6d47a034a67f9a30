import { defineModule } from '#module.ts'

import { decideLater, proposalStates } from '#modules/review/index.ts'

import { operatorSweeps } from './console.jobs.ts'
import { applyPoolFunding } from './pool.ts'

export const consoleModule = defineModule({
  effects: { 'pool.fund': applyPoolFunding },
  states: [proposalStates],
  standsStill: [decideLater],
  sweeps: () => operatorSweeps,
})
