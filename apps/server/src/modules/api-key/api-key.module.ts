import { defineModule } from '#module.ts'

import { serveApiKeys } from './api-key.routes.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export const apiKeyModule = defineModule({
  calls: ({ serve }, { uses }) => serveApiKeys(serve, uses),
  kept: [{ table: 'api_key_use', column: 'minute', keepMs: 90 * DAY_MS, by: 'wallNow' }],
})
