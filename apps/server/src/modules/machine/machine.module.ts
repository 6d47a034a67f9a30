import { defineModule } from '#module.ts'
import { currencies } from '@btbc/money/currency.ts'

import { machineAdding } from './machine.adding.ts'
import { serveMachines } from './machine.routes.ts'
import { machineSettings } from './machine.settings.ts'
import { sumIncomeLeft } from './machine.ts'

export const machineModule = defineModule({
  calls: (calls, { db }) => serveMachines(calls, db),
  settingsOf: machineSettings,
  proposals: () => [machineAdding],
  promises: async (tx) => new Map([[currencies.BTBC.id, await sumIncomeLeft(tx)]]),
})
