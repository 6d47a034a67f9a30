import type { Serve } from '#http/serve.ts'
import type { Exchange } from '#modules/exchange/index.ts'

import { describeSimulation } from './house-liquidity.ts'

export function serveHouseLiquidity(
  serve: Serve,
  { exchange, isOn }: { exchange: Exchange; isOn: boolean },
): void {
  serve('/market/simulation', ({ tx, now }) =>
    describeSimulation(tx, { now, markets: exchange.markets, isOn }),
  )
}
