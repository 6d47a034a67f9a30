import { defineModule } from '#module.ts'
import { currencies } from '@btbc/money/currency.ts'

import { lockSweeps } from './lock.jobs.ts'
import { serveLocks } from './lock.routes.ts'
import { lockShare } from './lock.settings.ts'
import { lockStates } from './lock.states.ts'
import { sumUnpaid } from './lock.ts'

export const lockModule = defineModule({
  calls: ({ serve }) => serveLocks(serve),
  states: [lockStates],
  settings: [lockShare],
  sweeps: () => lockSweeps,
  promises: async (tx) => new Map([[currencies.USDT.id, await sumUnpaid(tx)]]),
})
