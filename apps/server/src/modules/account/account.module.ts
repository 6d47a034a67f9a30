import { defineModule } from '#module.ts'

import { serveAccount } from './account.routes.ts'

export const accountModule = defineModule({
  calls: ({ serve }) => serveAccount(serve),
})
