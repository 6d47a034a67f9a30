import { defineModule } from '#module.ts'

import { serveNonces } from './nonce.routes.ts'
import { replacingAccepted } from './nonce.ts'

export const nonceModule = defineModule({
  calls: ({ serveOperator }) => serveNonces(serveOperator),
  effects: { 'nonce.replace': replacingAccepted },
})
