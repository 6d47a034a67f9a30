import { defineModule } from '#module.ts'

import { caseAcceptance } from './case.ts'
import { expireProposals } from './proposal.ending.ts'
import { proposalStates } from './proposal.states.ts'
import { serveReview } from './review.routes.ts'
import { reviewStandsStill } from './review.standstill.ts'

export const reviewModule = defineModule({
  calls: ({ serveOperator }, house) => serveReview(serveOperator, house),
  proposals: ({ queues }) => [caseAcceptance(queues)],
  states: [proposalStates],
  standsStill: [reviewStandsStill],
  sweeps: () => [{ name: 'expire proposals', run: (tx, { now }) => expireProposals(tx, now) }],
})
