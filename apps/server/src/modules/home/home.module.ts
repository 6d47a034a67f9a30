import { defineModule } from '#module.ts'

import { serveHome } from './home.routes.ts'

export const homeModule = defineModule({
  calls: ({ serveDirect }, { chain, terms }) =>
    serveHome(serveDirect, { hasChain: chain !== undefined, terms }),
})
