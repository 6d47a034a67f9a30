import { defineModule } from '#module.ts'

import { serveSecurity } from './security.routes.ts'

const HOUR_MS = 60 * 60 * 1000

export const securityModule = defineModule({
  calls: ({ serve }, { passwords, config }) => serveSecurity(serve, { passwords, config }),
  kept: [
    { table: 'step_up', column: 'expires_at', keepMs: HOUR_MS, by: 'wallNow' },
    { table: 'passkey_login', column: 'expires_at', keepMs: 0, by: 'wallNow' },
  ],
})
