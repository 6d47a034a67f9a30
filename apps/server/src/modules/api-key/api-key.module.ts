import { defineModule } from '#module.ts'

import { DAY_MS } from '#platform/durations.ts'

import { serveApiKeys } from './api-key.routes.ts'

export const apiKeyModule = defineModule({
  calls: ({ serve }, { uses }) => serveApiKeys(serve, uses),
  kept: [{ table: 'api_key_use', column: 'minute', keepMs: 90 * DAY_MS, by: 'wallNow' }],
})
