import { defineModule } from '#module.ts'
import { currencies } from '@btbc/money/currency.ts'

import { servePoints } from './points.routes.ts'
import { sumWorth } from './points.ts'

export const pointsModule = defineModule({
  calls: (serving, { db }) => servePoints(serving, db),
  promises: async (tx) => new Map([[currencies.BTBC.id, await sumWorth(tx)]]),
})
