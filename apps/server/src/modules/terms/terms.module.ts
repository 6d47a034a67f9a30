import { defineModule } from '#module.ts'

import { serveTerms } from './terms.routes.ts'
import { termsSetting } from './terms.settings.ts'

export const termsModule = defineModule({
  calls: ({ serve }, { terms }) => serveTerms(serve, terms),
  settings: [termsSetting],
})
