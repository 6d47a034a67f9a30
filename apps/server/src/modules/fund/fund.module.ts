import { defineModule } from '#module.ts'

import { fundSweeps } from './fund.jobs.ts'
import { serveFunds } from './fund.routes.ts'
import { fundShare } from './fund.settings.ts'
import { fundStandsStill } from './fund.standstill.ts'
import { fundStates } from './fund.states.ts'

export const fundModule = defineModule({
  calls: ({ serve }) => serveFunds(serve),
  states: [fundStates],
  settings: [fundShare],
  sweeps: () => fundSweeps,
  standsStill: [fundStandsStill],
})
