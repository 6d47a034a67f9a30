import { randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import { defineModule } from '#module.ts'
import { DAY_MS, HOUR_MS } from '#platform/durations.ts'

import { dealDecision } from './deal.dispute.ts'
import { serveDisputes } from './dispute.routes.ts'
import { dealSweeps } from './deal.jobs.ts'
import { serveDeals } from './deal.routes.ts'
import { serveStanding } from './standing.routes.ts'
import { dealStandsStill } from './deal.standstill.ts'
import { dealStates } from './deal.states.ts'
import { openSimulatedSeller } from './simulated-seller.ts'

export const dealModule = defineModule({
  async seed({ db, clock, config }) {
    const isOn = config.liquidity
    await openSimulatedSeller(db, { isOn, now: clock.now(), random: randomBytes })
    return []
  },
  calls({ serve, serveDirect, serveOperator }, { db, files }) {
    serveDeals({ serve, serveDirect }, db, files)
    serveStanding(serve)
    serveDisputes(serveOperator, files)
  },
  states: [dealStates],
  sweeps: () => dealSweeps,
  standsStill: [dealStandsStill],
  proposals: () => [dealDecision],
  kept: [{ table: 'deal_quote', column: 'expires_at', keepMs: HOUR_MS, by: 'now' }],
  pictures: [
    {
      purpose: 'deal',
      keepMs: 180 * DAY_MS,
      endOf: (ids) => sql`
        select picture as id, closed_at as ended_at from deal where picture = any(${ids})
        union all
        select message.picture, deal.closed_at
        from deal_message message join deal on deal.id = message.deal_id
        where message.picture = any(${ids})`,
    },
  ],
})
