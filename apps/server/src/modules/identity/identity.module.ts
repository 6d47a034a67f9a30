import { defineModule } from '#module.ts'

import { identitySweeps } from './identity.jobs.ts'
import { identityQueue } from './identity.queue.ts'
import { serveIdentity } from './identity.routes.ts'
import { identityStates } from './identity.states.ts'

export const identityModule = defineModule({
  calls: ({ serve }, { files }) => serveIdentity(serve, files),
  states: [identityStates],
  queues: ({ files }) => [identityQueue(files)],
  sweeps: () => identitySweeps,
})
