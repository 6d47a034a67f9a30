import { defineModule } from '#module.ts'

import { HOUR_MS } from '#platform/durations.ts'

import { serveSecurity } from './security.routes.ts'
import { securityStandsStill } from './security.standstill.ts'

export const securityModule = defineModule({
  calls: ({ serve }, { passwords, config }) => serveSecurity(serve, { passwords, config }),
  standsStill: [securityStandsStill],
  kept: [
    { table: 'step_up', column: 'expires_at', keepMs: HOUR_MS, by: 'wallNow' },
    { table: 'passkey_login', column: 'expires_at', keepMs: 0, by: 'wallNow' },
  ],
})
