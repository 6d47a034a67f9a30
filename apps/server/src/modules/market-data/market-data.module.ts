import { defineModule } from '#module.ts'

import { followMarkets } from './market-data.jobs.ts'
import { serveMarketData } from './market-data.routes.ts'

export const marketDataModule = defineModule({
  calls: ({ serve }, { exchange }) => serveMarketData(serve, exchange),
  chores: ({ marketData }) => [followMarkets(marketData)],
})
