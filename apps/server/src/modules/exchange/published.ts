import type { Batch, Draft } from './batch.ts'
import { toLevel } from './committed-book.ts'
import type {
  BalanceChange,
  Batch as PublishedBatch,
  Fill,
  Level,
  MarketChange,
  Order,
  OrderChange,
  Outcome,
} from './exchange.ts'
import { type LiveOrder, toFill, toOrder, toTrade } from './live-order.ts'
import { Refusal } from '@btbc/contract/refusals.ts'

/** What a batch came to, for those who asked and for those who watch; only after the commit. */

/** Brings the levels that may be shown up to date and says which of them are now different. */
export function commitLevels(batch: Batch): Map<number, { bids: Level[]; asks: Level[] }> {
  const shown = new Map<number, { bids: Level[]; asks: Level[] }>()
  for (const [state, { bids, asks }] of batch.markets) {
    const { market } = state
    const changed = (levels: Map<number, number>, side: 'bids' | 'asks'): Level[] =>
      [...levels].flatMap(([price, lots]) =>
        lots === 0 ? [] : [toLevel(market, price, state[side].add(price, lots))],
      )
    shown.set(market.id, { bids: changed(bids, 'bids'), asks: changed(asks, 'asks') })
  }
  return shown
}

/** Each order as it is after the commit, and its fills in this batch, each made once. */
export type Views = {
  order: (order: LiveOrder) => Order
  fills: (order: LiveOrder) => Fill[]
}

export function viewsOf(batch: Batch): Views {
  const orders = new Map<LiveOrder, Order>()
  for (const order of batch.touched.keys()) orders.set(order, toOrder(order))
  const fills = fillsByOrder(batch)
  return {
    order: (order) => orders.get(order) ?? toOrder(order),
    fills: (order) => fills.get(order) ?? NO_FILLS,
  }
}

const NO_FILLS: Fill[] = []

export function toOutcome(draft: Draft, views: Views): Outcome {
  if (draft instanceof Refusal) return { outcome: 'refused', refusal: draft }
  const { order, released, isRepeat } = draft
  return {
    outcome: 'accepted',
    order: views.order(order),
    fills: isRepeat ? NO_FILLS : views.fills(order),
    released: BigInt(released),
  }
}

/** The fills of each order of the batch, in the order they happened. */
function fillsByOrder(batch: Batch): Map<LiveOrder, Fill[]> {
  const fills = new Map<LiveOrder, Fill[]>()
  const add = (order: LiveOrder, fill: Fill) => {
    const known = fills.get(order)
    if (known) known.push(fill)
    else fills.set(order, [fill])
  }
  for (const { trades } of batch.markets.values()) {
    for (const trade of trades) {
      add(trade.maker, toFill(trade, true))
      add(trade.taker, toFill(trade, false))
    }
  }
  return fills
}

export function toPublished(
  batch: Batch,
  levels: ReadonlyMap<number, { bids: Level[]; asks: Level[] }>,
  touched: readonly { marketId: number; sequence: number }[],
  views: Views,
  balances: BalanceChange[],
): PublishedBatch {
  const { at } = batch
  const trades = new Map(
    [...batch.markets].map(([{ market }, each]) => [market.id as number, each.trades]),
  )
  const markets = touched.map(({ marketId, sequence }): MarketChange => {
    const { bids, asks } = levels.get(marketId) ?? { bids: [], asks: [] }
    const own = (trades.get(marketId) ?? []).map((trade) => toTrade(trade, at))
    return { marketId, sequence, trades: own, bids, asks }
  })
  const orders = [...batch.touched].map(([order, { isNew }]): OrderChange => ({
    order: views.order(order),
    fills: views.fills(order),
    isNew,
  }))
  return { at, markets, orders, balances }
}
