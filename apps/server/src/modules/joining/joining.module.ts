import { defineModule } from '#module.ts'

import { serveJoining } from './joining.routes.ts'

export const joiningModule = defineModule({
  calls: ({ serve }, { passwords }) => serveJoining(serve, { passwords }),
})
