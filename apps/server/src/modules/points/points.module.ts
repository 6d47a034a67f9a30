import { defineModule } from '#module.ts'
import { currencies } from '@btbc/money/currency.ts'

import { servePoints } from './points.routes.ts'
import { sumWorth } from './points.ts'

export const pointsModule = defineModule({
  calls: ({ serve }) => servePoints(serve),
  promises: async (tx) => new Map([[currencies.BTBC.id, await sumWorth(tx)]]),
})
