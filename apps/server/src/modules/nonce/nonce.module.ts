import { transactionStates } from '#chain/transaction.states.ts'
import { defineModule } from '#module.ts'

import { serveNonces } from './nonce.routes.ts'
import { nonceReplacement } from './nonce.ts'

export const nonceModule = defineModule({
  calls: ({ serveOperator }) => serveNonces(serveOperator),
  states: [transactionStates],
  proposals: () => [nonceReplacement],
})
