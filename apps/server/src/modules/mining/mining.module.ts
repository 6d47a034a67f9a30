import { defineModule } from '#module.ts'

import { miningSweeps } from './mining.jobs.ts'
import { serveMining } from './mining.routes.ts'
import { emission, launchSale } from './mining.settings.ts'
import { machineStates, runStates } from './mining.states.ts'
import { welcomeGrant } from './welcome.settings.ts'

export const miningModule = defineModule({
  calls: (calls, { db }) => serveMining(calls, db),
  settings: [emission, launchSale, welcomeGrant],
  states: [runStates, machineStates],
  sweeps: () => miningSweeps,
})
