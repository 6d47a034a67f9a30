import { COLLAR_BPS } from '@btbc/contract/price-collar.ts'
import { type Book, createBook } from '@btbc/matching/book.ts'
import type { OpenOrder } from '@btbc/matching/command.ts'

import { type CommittedSide, openCommittedSide } from './committed-book.ts'
import type { EngineOrder } from './engine-order.ts'
import type { Side } from '../exchange.ts'
import { type MarketSteps, OPEN_ORDERS_MAX, TICKS_MAX } from '../markets.ts'
import type { StoredMarket } from './stored-book.ts'

/** One market in memory: the book that matches, and the levels that may be shown. */
export type MarketState = {
  market: MarketSteps
  book: Book
  bids: CommittedSide
  asks: CommittedSide
  epoch: number
  /** Of the last batch that is committed and told, and of the last one that is matched. */
  sequence: number
  matched: number
  endedCount: number
}

export function openMarket(
  market: MarketSteps,
  stored: StoredMarket,
  lease: { epoch: number; sequence: number },
): MarketState {
  const { orders, lastTrade, endedCount, lastPriority } = stored
  const bids = openCommittedSide(market, 'bids')
  const asks = openCommittedSide(market, 'asks')
  for (const [price, lots] of levelsOf(orders, 'buy')) bids.add(price, lots)
  for (const [price, lots] of levelsOf(orders, 'sell').toReversed()) asks.add(price, lots)
  const book = createBook(
    {
      priceMax: TICKS_MAX,
      quantityMax: market.lotsMax,
      ordersPerOwnerMax: OPEN_ORDERS_MAX,
      collarBps: COLLAR_BPS,
    },
    {
      lastPrice: lastTrade?.price ?? 0,
      tradeSequence: lastTrade?.id ?? 0,
      orderSequence: lastPriority,
      orders: orders.map(toOpenOrder),
    },
  )
  return { market, book, bids, asks, endedCount, ...lease, matched: lease.sequence }
}

/** From the lowest price to the highest. */
function levelsOf(orders: readonly EngineOrder[], side: Side): [number, number][] {
  const lots = new Map<number, number>()
  for (const order of orders) {
    if (order.side !== side || order.status !== 'open' || order.price === null) continue
    lots.set(order.price, (lots.get(order.price) ?? 0) + order.quantity - order.filled)
  }
  return [...lots].toSorted(([a], [b]) => a - b)
}

/** As the book has an order that rests or waits. */
export function toOpenOrder(order: EngineOrder): OpenOrder {
  const isWaiting = order.status === 'waiting'
  return {
    orderId: order.id,
    owner: order.memberId,
    side: order.side,
    type: isWaiting ? 'stop_limit' : 'limit',
    timeInForce: order.timeInForce === 'post_only' ? 'gtc' : order.timeInForce,
    price: order.price ?? 0,
    stopPrice: isWaiting ? (order.stopPrice ?? 0) : 0,
    quantity: order.quantity,
    remaining: order.quantity - order.filled,
    byBudget: false,
    sequence: order.priority,
  }
}
