import { defineModule } from '#module.ts'

import { machineAdding } from './machine.adding.ts'
import { serveMachines } from './machine.routes.ts'
import { machineSettings } from './machine.settings.ts'

export const machineModule = defineModule({
  calls: (calls, { db }) => serveMachines(calls, db),
  settingsOf: machineSettings,
  proposals: () => [machineAdding],
})
