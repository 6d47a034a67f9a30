import { defineModule } from '#module.ts'

import { disputeDecided } from './deal.dispute.ts'
import { serveDisputes } from './dispute.routes.ts'
import { dealSweeps } from './deal.jobs.ts'
import { serveDeals } from './deal.routes.ts'
import { dealStates } from './deal.states.ts'
import { makeUpForStandstill } from './standstill.ts'

export const dealModule = defineModule({
  async seed({ db, clock }) {
    await makeUpForStandstill(db, clock.now())
    return []
  },
  calls({ serve, serveOperator }, { files }) {
    serveDeals(serve, files)
    serveDisputes(serveOperator, files)
  },
  states: [dealStates],
  sweeps: () => dealSweeps,
  effects: { 'deal.decide': disputeDecided },
  kept: [{ table: 'deal_quote', column: 'expires_at', keepMs: 60 * 60 * 1000, by: 'now' }],
})
