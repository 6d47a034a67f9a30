import { transactionStates } from '#chain/transaction.states.ts'
import { defineModule } from '#module.ts'

import { serveNonces } from './nonce.routes.ts'
import { applyReplacement } from './nonce.ts'

export const nonceModule = defineModule({
  calls: ({ serveOperator }) => serveNonces(serveOperator),
  states: [transactionStates],
  effects: () => ({ 'nonce.replace': applyReplacement }),
})
