import { defineModule } from '#module.ts'

import { serveWallet } from './wallet.routes.ts'

export const walletModule = defineModule({
  calls: ({ serve }, { marketData }) =>
    serveWallet(serve, { marketPrice: (currency) => marketData.averagePrice(currency) }),
})
