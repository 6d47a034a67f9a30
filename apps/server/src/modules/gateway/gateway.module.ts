import { defineModule } from '#module.ts'

import { DAY_MS } from '#platform/durations.ts'

import { gatewayChores, gatewaySweeps } from './gateway.jobs.ts'
import { serveGateway, serveGatewayEvents } from './gateway.routes.ts'
import { gatewayStandsStill } from './gateway.standstill.ts'
import { gatewayStates } from './gateway.states.ts'

export const gatewayModule = defineModule({
  calls: ({ serve }, { gateway }) => serveGateway(serve, gateway),
  routes: (app, { db, clock, gateway }) => serveGatewayEvents(app, { db, clock, gateway }),
  states: [gatewayStates],
  sweeps: () => gatewaySweeps,
  standsStill: [gatewayStandsStill],
  outside: ({ gateway, clock }) => gatewayChores(gateway, clock),
  // The provider repeats itself for days at the most, and what it repeats is asked for anew anyway.
  kept: [{ table: 'gateway_event', column: 'at', keepMs: 90 * DAY_MS, by: 'now' }],
})
