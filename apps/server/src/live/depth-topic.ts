import { DEPTH_LEVELS, type LiveDepth, type LiveLevel } from '@btbc/contract/live.ts'
import { formatAmount } from '@btbc/money/amount.ts'

import type { Exchange, Level, Market } from '#modules/exchange/index.ts'

import { type Channel, openChannel } from './channel.ts'

/**
 * The best levels of one market. Whatever happened between two frames becomes one: the newest
 * quantities win, and a level that left the best ones goes with a quantity of zero.
 */
export function openDepthTopic(
  exchange: Exchange,
  market: Market,
  firstSeq: number,
): { channel: Channel; flush: () => void } {
  let shown = readLevels(exchange, market)
  const frame = (bids: LiveLevel[], asks: LiveLevel[]): LiveDepth => ({
    currency_id: market.base,
    legal_id: market.quote,
    bids,
    asks,
  })
  const flush = (): void => {
    const now = readLevels(exchange, market)
    const bids = difference(shown.bids, now.bids)
    const asks = difference(shown.asks, now.asks)
    shown = now
    if (bids.length + asks.length > 0) channel.publish(frame(bids, asks))
  }
  const channel: Channel = openChannel({
    name: `market_depth:${market.id}`,
    firstSeq,
    flush,
    snapshot: () => frame(difference([], shown.bids), difference([], shown.asks)),
  })
  return { channel, flush }
}

function readLevels(exchange: Exchange, market: Market): { bids: Level[]; asks: Level[] } {
  return exchange.depth(market.id, DEPTH_LEVELS)
}

/** What turns the first list into the second. */
function difference(before: readonly Level[], after: readonly Level[]): LiveLevel[] {
  const gone = new Map(before.map(({ price, quantity }) => [price, quantity]))
  const changed: LiveLevel[] = []
  for (const { price, quantity } of after) {
    if (gone.get(price) !== quantity) changed.push([formatAmount(price), formatAmount(quantity)])
    gone.delete(price)
  }
  return [...[...gone.keys()].map((price): LiveLevel => [formatAmount(price), NONE]), ...changed]
}

const NONE = formatAmount(0n)
