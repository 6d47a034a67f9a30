import { defineModule } from '#module.ts'

import { serveCancelAll, serveExchange } from './exchange.routes.ts'
import { tradingFees } from './fees.settings.ts'
import { issueSweep } from './issue.ts'
import { marketSettings } from './market.settings.ts'

export const exchangeModule = defineModule({
  calls({ serve, serveDirect }, { exchange, marketData, prices, config }) {
    serveExchange(serveDirect, {
      exchange,
      prices,
      dayOf: (marketId) => marketData.dayOf(marketId),
      isSimulated: config.liquidity,
    })
    serveCancelAll(serve, exchange)
  },
  settings: [tradingFees, ...marketSettings.values()],
  sweeps: ({ exchange }) => [issueSweep(exchange)],
})
