import { defineModule } from '#module.ts'

import { serveAccess } from './access.routes.ts'
import { serveAudit } from './audit.routes.ts'
import { IDLE_MS } from './operator-session.ts'
import { operatorChores } from './operator.jobs.ts'
import { servePasskeys } from './passkey.routes.ts'
import { openSampleOperators } from './sample-operators.ts'

export const operatorModule = defineModule({
  calls({ serveOperator }, { passwords, config }) {
    serveAccess(serveOperator, passwords)
    servePasskeys(serveOperator)
    serveAudit(serveOperator, config.dataDirectory)
  },
  seed: openSampleOperators,
  chores: ({ config }) => operatorChores(config.dataDirectory),
  kept: [
    { table: 'operator_challenge', column: 'expires_at', keepMs: 0, by: 'wallNow' },
    { table: 'operator_session', column: 'expires_at', keepMs: 0, by: 'wallNow' },
    { table: 'operator_session', column: 'last_seen_at', keepMs: IDLE_MS, by: 'wallNow' },
  ],
})
