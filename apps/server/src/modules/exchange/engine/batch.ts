import type { BookMark } from '@btbc/matching/command.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'

import { type Balances, change } from './balances.ts'
import type { EngineOrder, EngineTrade } from './engine-order.ts'
import type { OrderStatus, RatesOf, Side } from '../exchange.ts'
import type { MarketState } from './market-state.ts'
import type { OrderIndex } from './order-index.ts'

/**
 * One batch in memory: each command is admitted, matched, and turned into changes of orders, balances
 * and levels. Nothing here is true before the settlement is committed; when that fails, it is taken
 * back.
 */

export type Batch = {
  at: Date
  balances: Balances
  /** Orders that changed, in the order they were first touched, and how they were before. */
  touched: Map<EngineOrder, { isNew: boolean; before?: EngineOrder }>
  markets: Map<MarketState, Changes>
  /** Where each market stood before. */
  marks: ReadonlyMap<MarketState, MarketMark>
  /** The market whose book is ahead of the orders here, while a command is being done. */
  underWay: MarketState | undefined
}

export type MarketMark = { book: BookMark; matched: number; endedCount: number }

/** What happened in one market. */
export type Changes = {
  ended: EngineOrder[]
  trades: EngineTrade[]
  /** How many lots came to each price, or went. */
  bids: Map<number, number>
  asks: Map<number, number>
}

export type Parts = {
  orderIndex: OrderIndex
  findState: (marketId: number) => MarketState | undefined
  ratesOf: RatesOf
  nextOrderId: () => number
  report: (error: unknown, what: string) => void
}

export function startBatch(at: Date, balances: Balances, states: Iterable<MarketState>): Batch {
  const marks = new Map(
    [...states].map((state) => {
      const { book, matched, endedCount } = state
      return [state, { book: book.mark(), matched, endedCount }]
    }),
  )
  return { at, balances, touched: new Map(), markets: new Map(), marks, underWay: undefined }
}

export function changesOf(batch: Batch, state: MarketState): Changes {
  const known = batch.markets.get(state)
  if (known) return known
  const fresh = { ended: [], trades: [], bids: new Map(), asks: new Map() }
  batch.markets.set(state, fresh)
  return fresh
}

export function end(
  parts: Parts,
  batch: Batch,
  state: MarketState,
  order: EngineOrder,
  status: OrderStatus,
): void {
  touch(batch, order)
  // A market order that ran dry inside its collar got what there was.
  order.status = status
  setHeld(batch, order, 0)
  state.endedCount += 1
  changesOf(batch, state).ended.push(order)
  parts.orderIndex.retire(order)
}

/** Moves between the member's available part and the order's hold. */
export function setHeld(batch: Batch, order: EngineOrder, held: number): void {
  const more = held - order.held
  if (more !== 0) {
    change(batch.balances.of(order.memberId, heldCurrency(order)), -more, more)
  }
  order.held = held
}

export function heldCurrency({ side, market }: EngineOrder): CurrencyId {
  return side === 'buy' ? market.quote : market.base
}

export function touch(batch: Batch, order: EngineOrder): void {
  if (!batch.touched.has(order)) batch.touched.set(order, { isNew: false, before: { ...order } })
  order.updatedAt = batch.at
}

export function addToLevel(
  batch: Batch,
  state: MarketState,
  side: Side,
  price: number | null,
  lots: number,
): void {
  if (price === null) throw new Error('An order without a price has no level')
  const { bids, asks } = changesOf(batch, state)
  const levels = side === 'buy' ? bids : asks
  levels.set(price, (levels.get(price) ?? 0) + lots)
}
