import { defineModule } from '#module.ts'

import { servePoints } from './points.routes.ts'

export const pointsModule = defineModule({
  calls: (serving, { db }) => servePoints(serving, db),
})
