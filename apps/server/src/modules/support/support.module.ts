import { defineModule } from '#module.ts'

import { giveAgents } from './agents.ts'
import { contactChange, contactWithdrawal } from './propose.ts'
import { serveSupport } from './support.routes.ts'
import { contactStates } from './support.states.ts'

export const supportModule = defineModule({
  calls: ({ serveOperator }) => serveSupport(serveOperator),
  proposals: () => [contactChange, contactWithdrawal],
  states: [contactStates],
  sweeps: () => [{ name: 'give agents', run: (tx) => giveAgents(tx) }],
})
