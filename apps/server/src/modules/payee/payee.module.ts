import { defineModule } from '#module.ts'

import { servePayees } from './payee.routes.ts'

export const payeeModule = defineModule({ calls: ({ serve }) => servePayees(serve) })
