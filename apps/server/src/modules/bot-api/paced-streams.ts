import type { Level, Market } from '#modules/exchange/index.ts'
import { throttle } from '#platform/pace.ts'

import { bookEvent, depthEvent } from './stream-events.ts'
import type { Feed, Say } from './streams.ts'

/** Streams that say no more than a listener takes in, however many batches of a market there are. */

type Paced = { everyMs: number; say: Say }

/** How a market stands, as often as it changes and its pace allows. */
export function stateOf({ everyMs, say }: Paced, describe: (at: Date) => object): Feed {
  let changedAt = new Date(0)
  const pace = throttle(everyMs, () => say([describe(changedAt)]))
  return {
    tell(_, at) {
      changedAt = at
      pace.ask()
      return []
    },
    stop: () => pace.stop(),
  }
}

/** The same of all markets together: each that has changed since. */
export function stateOfAll({ everyMs, say }: Paced, describe: DescribeMarket): Feed {
  const changed = new Map<number, Date>()
  const pace = throttle(everyMs, () => {
    say([Array.from(changed, ([marketId, at]) => describe(marketId, at))])
    changed.clear()
  })
  return {
    tell({ marketId }, at) {
      changed.set(marketId, at)
      pace.ask()
      return []
    },
    stop: () => pace.stop(),
  }
}

type DescribeMarket = (marketId: number, at: Date) => object

/** What changed in a book since the last event: of each level the newest, from the first step to the last. */
export function changesOf(market: Market, { everyMs, say }: Paced): Feed {
  let first = 0
  let last = { sequence: 0, at: new Date(0) }
  const bids = new Map<bigint, Level>()
  const asks = new Map<bigint, Level>()
  const pace = throttle(everyMs, () => {
    const sides = { bids: [...bids.values()], asks: [...asks.values()] }
    say([{ ...depthEvent(market, { sequence: last.sequence, ...sides }, last.at), U: first }])
    first = 0
    bids.clear()
    asks.clear()
  })
  return {
    tell({ sequence, ...change }, at) {
      if (first === 0) first = sequence
      last = { sequence, at }
      for (const level of change.bids) bids.set(level.price, level)
      for (const level of change.asks) asks.set(level.price, level)
      pace.ask()
      return []
    },
    stop: () => pace.stop(),
  }
}

/** The best bid and ask, each time that one of them is another. */
export function bestOf(read: () => ReturnType<typeof bookEvent>): Feed {
  let told = ''
  return {
    tell() {
      const event = read()
      const best = [event.b, event.B, event.a, event.A].join(' ')
      if (best === told) return []
      told = best
      return [event]
    },
  }
}
