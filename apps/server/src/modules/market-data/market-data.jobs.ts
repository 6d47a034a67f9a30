import type { Chore } from '#platform/jobs.ts'

import type { MarketData } from './market-data.ts'

/** What the market pays is asked for by every server: fees of claims and totals of wallets follow from it. */
const EVERY_MS = 10_000

export function followMarkets(marketData: MarketData): Chore {
  return {
    name: 'follow the markets of another server',
    everyMs: EVERY_MS,
    run: () => marketData.follow(),
  }
}
