import { Refusal } from '@btbc/contract/refusals.ts'

import { type Followed, type FollowParts, followSetting } from '#platform/followed-setting.ts'

import type { Market } from './exchange.ts'
import { type MarketState, marketSettings } from './market.settings.ts'
import { markets } from './markets.ts'

/** Which markets are traded at this moment, known without asking. */
export type Listing = {
  /** Those that are open or halted, in a fixed order. */
  listed: () => readonly Market[]
  /** The first of them that it is. Before anything could be read it may be any: no order is placed in it then. */
  findListed: (isIt: (market: Market) => boolean) => Market | undefined
  isHalted: (marketId: number) => boolean
  /** Why no order is placed in a market now, if so. */
  refusal: (marketId: number) => Refusal | undefined
  stop: () => Promise<void>
}

type KnownState = MarketState | 'unread'

export async function startListing(parts: FollowParts): Promise<Listing> {
  const asked = { read: ({ state }: { state: KnownState }) => state, unread: 'unread' as const }
  const followed = [...marketSettings].map(
    async ([id, setting]) => [id, await followSetting(parts, setting, asked)] as const,
  )
  const states = new Map<number, Followed<KnownState>>(await Promise.all(followed))
  const stateOf = (marketId: number) => states.get(marketId)?.current() ?? 'unlisted'
  const isListed = ({ id }: Market) => ['open', 'halted'].includes(stateOf(id))
  return {
    listed: () => markets.filter(isListed),
    findListed: (isIt) => {
      const found = markets.find(isIt)
      return found && (isListed(found) || stateOf(found.id) === 'unread') ? found : undefined
    },
    isHalted: (marketId) => stateOf(marketId) === 'halted',
    refusal(marketId) {
      switch (stateOf(marketId)) {
        case 'open':
          return undefined
        case 'halted':
          return new Refusal('market_halted')
        case 'unlisted':
          return new Refusal('market_not_found')
        case 'unread':
          return new Refusal('unavailable')
      }
    },
    async stop() {
      await Promise.all([...states.values()].map((each) => each.stop()))
    },
  }
}
