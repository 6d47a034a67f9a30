import { Refusal } from '@btbc/contract/refusals.ts'

import type { Engine } from './engine/engine.ts'
import type { NewOrder, Stops } from './exchange.ts'
import type { Listing } from './listing.ts'
import { getMarket } from './markets.ts'

type Books = {
  engine: Pick<Engine, 'openOrdersOf'>
  cancelAll: (memberId: number) => Promise<unknown>
}

/** Why an order is not placed: its market, its member, or a currency that is not traded for now. */
export function openGate(listing: Listing, { engine, cancelAll }: Books) {
  let stops: Stops = { currencies: new Set(), members: new Set() }
  return {
    refusalOf: ({ marketId, memberId }: NewOrder): Refusal | undefined => {
      const refusal = listing.refusal(marketId)
      if (refusal) return refusal
      if (stops.members.has(memberId)) return new Refusal('account_checked')
      if (stops.currencies.size === 0) return undefined
      const { base, quote } = getMarket(marketId)
      const isStopped = stops.currencies.has(base) || stops.currencies.has(quote)
      return isStopped ? new Refusal('trading_stopped') : undefined
    },
    isStopped: (memberId: number): boolean => stops.members.has(memberId),
    stopMatching: async (told: Stops): Promise<void> => {
      stops = told
      for (const member of told.members) {
        if (engine.openOrdersOf(member).length > 0) await cancelAll(member)
      }
    },
  }
}
