import { defineModule } from '#module.ts'

import { serveExchange } from './exchange.routes.ts'

export const exchangeModule = defineModule({
  calls: ({ serveDirect }, { exchange, marketData, config }) =>
    serveExchange(serveDirect, {
      exchange,
      dayOf: (marketId) => marketData.dayOf(marketId),
      isSimulated: config.liquidity,
    }),
})
