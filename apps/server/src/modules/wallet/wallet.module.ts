import { defineModule } from '#module.ts'

import { priceSetting } from './prices.settings.ts'
import { serveWallet } from './wallet.routes.ts'

export const walletModule = defineModule({
  calls: (calls, { marketData, prices }) =>
    serveWallet(calls, {
      prices,
      marketPrice: (currency) => marketData.averagePrice(currency),
    }),
  settings: [priceSetting],
})
