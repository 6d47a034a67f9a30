import { defineModule } from '#module.ts'

import { lockSweeps } from './lock.jobs.ts'
import { serveLocks } from './lock.routes.ts'
import { lockShare } from './lock.settings.ts'
import { lockStates } from './lock.states.ts'

export const lockModule = defineModule({
  calls: ({ serve }) => serveLocks(serve),
  states: [lockStates],
  settings: [lockShare],
  sweeps: () => lockSweeps,
})
