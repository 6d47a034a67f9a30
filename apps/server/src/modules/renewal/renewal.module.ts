import { defineModule } from '#module.ts'

import { serveRenewals } from './renewal.routes.ts'

export const renewalModule = defineModule({ calls: ({ serve }) => serveRenewals(serve) })
