import { sql } from 'kysely'

import { defineModule } from '#module.ts'
import { HOUR_MS } from '#platform/durations.ts'

import { bankRail, gatewayRail, railLimits, railRates } from './rail.settings.ts'

export const railModule = defineModule({
  settings: [bankRail, gatewayRail, railRates, railLimits],
  // Longer than any limit counts.
  kept: [
    {
      table: 'rail_use',
      column: 'at',
      keepMs: 25 * HOUR_MS,
      by: 'now',
      where: sql`not is_open`,
    },
  ],
})
