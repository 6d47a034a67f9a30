import { listReferenceCandles, readSimulation } from '@btbc/contract/market-data.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db } from '@btbc/database/database.ts'

import type { Serve, ServeDirect } from '#http/serve.ts'
import type { Exchange } from '#modules/exchange/index.ts'

import { describeSimulation } from './house-liquidity.ts'
import { openReferenceCandles } from './reference-candles.ts'

const CANDLES_DEFAULT = 300

export function serveHouseLiquidity(
  { serve, serveDirect }: { serve: Serve; serveDirect: ServeDirect },
  { db, exchange, isOn }: { db: Db; exchange: Exchange; isOn: boolean },
): void {
  serve(readSimulation, ({ tx, now }) =>
    describeSimulation(tx, { now, markets: exchange.markets, isOn }),
  )
  const read = openReferenceCandles({ db, exchange })
  serveDirect(listReferenceCandles, async ({ request, now }) => {
    const { currency_id: marketId, interval, limit = CANDLES_DEFAULT } = request
    if (!exchange.findListed(({ id }) => id === marketId)) throw new Refusal('market_not_found')
    return { list: isOn ? await read({ marketId, interval, limit, now }) : [] }
  })
}
