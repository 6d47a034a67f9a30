import { defineModule } from '#module.ts'

import { applyCase } from './case.ts'
import { decideLater, expireProposals } from './proposal.ending.ts'
import { proposalStates } from './proposal.states.ts'
import { serveReview } from './review.routes.ts'

export const reviewModule = defineModule({
  calls: ({ serveOperator }, house) => serveReview(serveOperator, house),
  effects: ({ queues }) => ({ 'case.accept': applyCase(queues) }),
  states: [proposalStates],
  standsStill: [decideLater],
  sweeps: () => [{ name: 'expire proposals', run: (tx, { now }) => expireProposals(tx, now) }],
})
