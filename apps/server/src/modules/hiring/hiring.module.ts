import { defineModule } from '#module.ts'

import { serveHiring } from './hiring.routes.ts'
import { operatorClosing, operatorInvitation, roleChange } from './hiring.ts'

export const hiringModule = defineModule({
  calls: ({ serveOperator }, { passwords }) => serveHiring(serveOperator, passwords),
  proposals: () => [operatorInvitation, roleChange, operatorClosing],
  kept: [{ table: 'operator_invitation', column: 'expires_at', keepMs: 0, by: 'wallNow' }],
})
