import { defineModule } from '#module.ts'

import { serveHiring } from './hiring.routes.ts'
import { applyClosing, applyInvitation, applyRoles } from './hiring.ts'

export const hiringModule = defineModule({
  calls: ({ serveOperator }, { passwords }) => serveHiring(serveOperator, passwords),
  effects: () => ({
    'operator.invite': applyInvitation,
    'operator.roles': applyRoles,
    'operator.close': applyClosing,
  }),
  kept: [{ table: 'operator_invitation', column: 'expires_at', keepMs: 0, by: 'wallNow' }],
})
