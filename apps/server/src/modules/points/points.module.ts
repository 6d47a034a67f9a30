import { defineModule } from '#module.ts'

import { DAY_MS } from '#platform/durations.ts'

import { servePoints } from './points.routes.ts'
import { pointsStandStill } from './points.standstill.ts'

export const pointsModule = defineModule({
  calls: (serving, { db }) => servePoints(serving, db),
  standsStill: [pointsStandStill],
  kept: [{ table: 'check_in_pause', column: 'until', keepMs: 30 * DAY_MS, by: 'now' }],
})
