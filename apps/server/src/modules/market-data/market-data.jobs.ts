import type { Clock } from '#platform/clock.ts'
import type { Chore } from '#platform/jobs.ts'
import { wasWithin } from '#platform/recent.ts'

import type { MarketData } from './market-data.ts'

/** What the market pays is asked for by every server: fees of claims and totals of wallets follow from it. */
const EVERY_MS = 10_000

export function followMarkets({
  clock,
  marketData,
}: {
  clock: Clock
  marketData: MarketData
}): Chore {
  let followedAt: Date | undefined
  return {
    name: 'follow the markets of another server',
    async run() {
      const wallNow = clock.wallNow()
      if (wasWithin(EVERY_MS, followedAt, wallNow)) return
      followedAt = wallNow
      await marketData.follow()
    },
  }
}
