import { defineModule } from '#module.ts'

import { serveExchange } from './exchange.routes.ts'
import { tradingFees } from './fees.settings.ts'

export const exchangeModule = defineModule({
  calls: ({ serveDirect }, { exchange, marketData, config }) =>
    serveExchange(serveDirect, {
      exchange,
      dayOf: (marketId) => marketData.dayOf(marketId),
      isSimulated: config.liquidity,
    }),
  settings: [tradingFees],
})
