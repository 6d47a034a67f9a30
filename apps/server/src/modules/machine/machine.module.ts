import { defineModule } from '#module.ts'
import { currencies } from '@btbc/money/currency.ts'

import { serveMachines } from './machine.routes.ts'
import { sumIncomeLeft } from './machine.ts'

export const machineModule = defineModule({
  calls: (calls, { db }) => serveMachines(calls, db),
  promises: async (tx) => new Map([[currencies.BTBC.id, await sumIncomeLeft(tx)]]),
})
