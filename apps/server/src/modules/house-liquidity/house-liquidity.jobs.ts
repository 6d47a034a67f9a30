import type { Db } from '@btbc/database/database.ts'

import type { Chore, Sweep } from '#platform/jobs.ts'
import type { Exchange } from '#modules/exchange/index.ts'

import { commitDays, findHouseMember, openHouseMember, stockMarkets } from './house-liquidity.ts'
import { startQuoting } from './quoting.ts'

export type HouseLiquidity = {
  sweeps: Sweep[]
  chores: Chore[]
  /** Brings the quotes to where the walk is; answers how many markets moved. */
  refresh(): Promise<number>
  stop(): void
}

/** Quotes from the start when it is switched on; otherwise takes back what an earlier start left. */
export async function startHouseLiquidity(parts: {
  db: Db
  exchange: Exchange
  isOn: boolean
  now: () => Date
  random: (bytes: number) => Buffer
}): Promise<HouseLiquidity> {
  const { db, exchange, isOn, now, random } = parts
  if (!isOn) {
    const memberId = await findHouseMember(db)
    const takeBack = async () =>
      memberId === undefined ? 0 : await takeQuotesBack(exchange, memberId)
    await takeBack()
    const chores = [{ name: 'take quotes back', run: takeBack }]
    return { sweeps: [], chores, refresh: takeBack, stop: () => undefined }
  }
  const memberId = await db.transaction().execute(async (tx) => {
    const id = await openHouseMember(tx, { now: now(), random })
    await commitDays(tx, { now: now(), markets: exchange.markets, random })
    await stockMarkets(tx, { memberId: id, markets: exchange.markets, now: now() })
    return id
  })
  /** As many markets as were listed when all of them were stocked. */
  let settled = 0
  const quoting = startQuoting({ db, exchange, memberId })
  const refresh = () => quoting.refresh(now())
  await refresh()
  return {
    sweeps: [
      {
        name: 'commit the seeds of the simulation',
        run: (tx, at) => commitDays(tx, { now: at.now, markets: exchange.markets, random }),
      },
      {
        name: 'stock new markets',
        async run(tx, at) {
          const { markets } = exchange
          if (markets.length === settled) return 0
          const stocked = await stockMarkets(tx, { memberId, markets, now: at.now })
          if (stocked === 0) settled = markets.length
          return stocked
        },
      },
    ],
    chores: [{ name: 'quote', run: refresh }],
    refresh,
    stop: () => quoting.stop(),
  }
}

/** Also what another server had placed, once the markets are ours. Answers in how many markets. */
async function takeQuotesBack(exchange: Exchange, memberId: number): Promise<number> {
  if (!exchange.isOpen()) return 0
  const quoted = new Set(exchange.openOrders(memberId).map(({ marketId }) => marketId))
  if (quoted.size > 0) await exchange.cancelAll(memberId)
  return quoted.size
}
