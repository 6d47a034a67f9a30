import type { Db } from '@btbc/database/database.ts'

import type { Engine } from '../engine/engine.ts'
import type { Trade } from '../exchange.ts'
import { lastTradeIds, readTrades } from './trades.ts'

type LastTrades = { of: (marketId: number) => Trade | undefined; readAnew: () => void }

/** The last trade of each market, as trades are told, and read anew where some were not. */
export async function keepLastTrades(
  { db, report }: { db: Db; report: (error: unknown, what: string) => void },
  engine: Pick<Engine, 'onBatch'>,
): Promise<LastTrades> {
  const lastTrades = new Map<number, Trade>()
  const note = (marketId: number, last: Trade | undefined) => {
    const known = lastTrades.get(marketId)
    if (last && (known === undefined || known.id < last.id)) lastTrades.set(marketId, last)
  }
  const read = async () => {
    for (const [marketId, fromId] of await lastTradeIds(db)) {
      const [last] = await readTrades(db, marketId, { fromId, limit: 1 })
      note(marketId, last)
    }
  }
  engine.onBatch(({ markets: traded }) => {
    for (const { marketId, trades } of traded) note(marketId, trades.at(-1))
  })
  await read()
  return {
    of: (marketId) => lastTrades.get(marketId),
    readAnew: () =>
      void read().catch((error: unknown) => report(error, 'last trades were not read')),
  }
}
