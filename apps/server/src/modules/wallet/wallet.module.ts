import { defineModule } from '#module.ts'

import { serveWallet } from './wallet.routes.ts'

export const walletModule = defineModule({
  calls: (calls, { marketData }) =>
    serveWallet(calls, { marketPrice: (currency) => marketData.averagePrice(currency) }),
})
