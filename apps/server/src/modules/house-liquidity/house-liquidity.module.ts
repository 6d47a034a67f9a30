import { defineModule } from '#module.ts'

import { serveHouseLiquidity } from './house-liquidity.routes.ts'

export const houseLiquidityModule = defineModule({
  calls: (calls, { db, exchange, config }) =>
    serveHouseLiquidity(calls, { db, exchange, isOn: config.liquidity }),
  sweeps: ({ liquidity }) => liquidity.sweeps,
  chores: ({ liquidity }) => liquidity.chores,
})
