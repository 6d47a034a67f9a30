import { defineModule } from '#module.ts'

import { serveRecovery } from './recovery.routes.ts'

export const recoveryModule = defineModule({
  calls: ({ serve }, { passwords, config }) => serveRecovery(serve, { passwords, config }),
})
