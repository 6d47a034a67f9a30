import { defineModule } from '#module.ts'

import { serveOffers } from './offer.routes.ts'
import { sellerQueue } from './seller.queue.ts'
import { sellerStates } from './seller.states.ts'

export const offerModule = defineModule({
  calls: ({ serve }) => serveOffers(serve),
  states: [sellerStates],
  queues: () => [sellerQueue],
})
