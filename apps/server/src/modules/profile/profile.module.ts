import { defineModule } from '#module.ts'

import { serveProfile } from './profile.routes.ts'

export const profileModule = defineModule({
  calls: (calls, { terms }) => serveProfile(calls, terms),
})
