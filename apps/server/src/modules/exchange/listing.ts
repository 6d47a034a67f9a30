import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db } from '@btbc/database/database.ts'

import { heldAt, keepRead, readPlan } from '#platform/settings.ts'

import type { Market } from './exchange.ts'
import { type MarketState, marketSettings } from './market.settings.ts'
import { markets } from './markets.ts'

/** Which markets are traded at this moment, known without asking. */
export type Listing = {
  /** Those that are open or halted, in a fixed order. */
  listed: () => readonly Market[]
  /** The first of them that it is. */
  findListed: (isIt: (market: Market) => boolean) => Market | undefined
  isHalted: (marketId: number) => boolean
  /** Why no order is placed in a market now, if so. */
  refusal: (marketId: number) => Refusal | undefined
  stop: () => Promise<void>
}

type Plan = { from: Date; value: { state: MarketState } }[]

export async function startListing(parts: {
  db: Db
  now: () => Date
  report: (error: unknown, what: string) => void
}): Promise<Listing> {
  const { db, now, report } = parts
  const plans = new Map<number, Plan>()
  const read = async () => {
    for (const [id, setting] of marketSettings) plans.set(id, await readPlan(db, setting))
  }
  const stop = await keepRead(read, (error) => report(error, 'the markets could not be read'))
  const stateOf = (marketId: number): MarketState => {
    const plan = plans.get(marketId)
    return (plan && heldAt(plan, now())?.state) ?? 'unlisted'
  }
  const isListed = ({ id }: Market) => stateOf(id) !== 'unlisted'
  return {
    listed: () => markets.filter(isListed),
    findListed: (isIt) => markets.find((market) => isIt(market) && isListed(market)),
    isHalted: (marketId) => stateOf(marketId) === 'halted',
    refusal(marketId) {
      if (plans.size === 0) return new Refusal('unavailable')
      const state = stateOf(marketId)
      if (state === 'open') return undefined
      return new Refusal(state === 'halted' ? 'market_halted' : 'market_not_found')
    },
    stop,
  }
}
