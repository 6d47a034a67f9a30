import type { Batch } from './batch.ts'
import type { Draft } from './commands.ts'
import { toLevel } from './committed-book.ts'
import {
  type EngineOrder,
  type EngineTrade,
  isOpen,
  toFill,
  toOrder,
  toTrade,
} from './engine-order.ts'
import type {
  BalanceChange,
  CommittedBatch,
  Fill,
  Level,
  MarketChange,
  Order,
  OrderChange,
  Outcome,
} from '../exchange.ts'
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

/** Each order as it is after the commit, and its fills in this batch. */
export type Views = {
  order: (order: EngineOrder) => Order
  fills: (order: EngineOrder) => Fill[]
  executionId: (order: EngineOrder) => number
}

/**
 * The orders are noted as this batch leaves them, before the next one changes them; what is told of
 * them is made when it is asked for, and only once.
 */
export function viewsOf(batch: Batch, drafts: readonly Draft[][]): Views {
  const orders = new Map<EngineOrder, EngineOrder | Order>()
  const note = (order: EngineOrder) => {
    // Nothing changes an order that has ended.
    orders.set(order, isOpen(order) ? toOrder(order) : order)
  }
  for (const order of batch.touched.keys()) note(order)
  for (const each of drafts) {
    for (const draft of each) if ('isRepeat' in draft) note(draft.order)
  }
  let trades: Map<EngineOrder, EngineTrade[]> | undefined
  const tradesOf = (order: EngineOrder) => {
    trades ??= tradesByOrder(batch)
    return trades.get(order) ?? NO_TRADES
  }
  let executionIds: Map<EngineOrder, number> | undefined
  return {
    order(order) {
      const known = orders.get(order) ?? order
      if (!('market' in known)) return known
      const made = toOrder(known)
      orders.set(order, made)
      return made
    },
    fills: (order) => tradesOf(order).map((trade) => toFill(trade, trade.maker === order)),
    executionId(order) {
      executionIds ??= numberExecutions(batch, (each) => tradesOf(each).length)
      return executionIds.get(order) ?? 0
    },
  }
}

/** So many numbers are between two batches of a market, more than one of them comes to. */
const EXECUTIONS_MAX = 2 ** 18

/** From where on the executions of each order are numbered. */
function numberExecutions(
  { marks, touched }: Batch,
  countTrades: (order: EngineOrder) => number,
): Map<EngineOrder, number> {
  const next = new Map<number, number>()
  for (const [{ market }, { matched }] of marks) {
    next.set(market.id, (matched + 1) * EXECUTIONS_MAX)
  }
  const first = new Map<EngineOrder, number>()
  for (const order of touched.keys()) {
    const id = next.get(order.market.id) ?? 0
    first.set(order, id)
    next.set(order.market.id, id + countTrades(order) + 2)
  }
  return first
}

const NO_FILLS: Fill[] = []
const NO_TRADES: EngineTrade[] = []

export function toOutcome(draft: Draft, views: Views): Outcome {
  if (draft instanceof Refusal) return { outcome: 'refused', refusal: draft }
  const { order, released, isRepeat, isAmended } = draft
  const accepted = {
    outcome: 'accepted' as const,
    order: views.order(order),
    fills: isRepeat ? NO_FILLS : views.fills(order),
    released: BigInt(released),
  }
  return isAmended ? { ...accepted, executionId: views.executionId(order) } : accepted
}

/** The trades of each order of the batch, in the order they happened. */
function tradesByOrder(batch: Batch): Map<EngineOrder, EngineTrade[]> {
  const byOrder = new Map<EngineOrder, EngineTrade[]>()
  const add = (order: EngineOrder, trade: EngineTrade) => {
    const known = byOrder.get(order)
    if (known) known.push(trade)
    else byOrder.set(order, [trade])
  }
  for (const { trades } of batch.markets.values()) {
    for (const trade of trades) {
      add(trade.maker, trade)
      add(trade.taker, trade)
    }
  }
  return byOrder
}

export function toCommittedBatch(
  batch: Batch,
  levels: ReadonlyMap<number, { bids: Level[]; asks: Level[] }>,
  touched: readonly { marketId: number; sequence: number }[],
  views: Views,
  balances: BalanceChange[],
): CommittedBatch {
  const { at } = batch
  const trades = new Map(
    [...batch.markets].map(([{ market }, each]) => [market.id as number, each.trades]),
  )
  const markets = touched.map(({ marketId, sequence }): MarketChange => {
    const { bids, asks } = levels.get(marketId) ?? { bids: [], asks: [] }
    const own = (trades.get(marketId) ?? []).map((trade) => toTrade(trade, at))
    return { marketId, sequence, trades: own, bids, asks }
  })
  return new ToldBatch(batch, views, { markets, balances })
}

/**
 * What is told of orders is made when somebody asks for it. Not by getters of an object: V8 takes those for old
 * from the start, and keeps all of the batch with them (decision 095).
 */
class ToldBatch implements CommittedBatch {
  readonly at: Date
  readonly markets: MarketChange[]
  readonly balances: BalanceChange[]
  readonly #touched: Batch['touched']
  readonly #views: Views
  #orders: OrderChange[] | undefined

  constructor(
    { at, touched }: Batch,
    views: Views,
    { markets, balances }: Pick<CommittedBatch, 'markets' | 'balances'>,
  ) {
    this.at = at
    this.markets = markets
    this.balances = balances
    this.#touched = touched
    this.#views = views
  }

  get memberIds(): ReadonlySet<number> {
    return new Set([...this.#touched.keys()].map(({ memberId }) => memberId))
  }

  get orders(): OrderChange[] {
    this.#orders ??= [...this.#touched].map(([known, { isNew, before }]) => {
      const order = this.#views.order(known)
      const fills = this.#views.fills(known)
      const quantity = before && BigInt(before.quantity * before.market.lotUnits)
      const isAmended = quantity !== undefined && quantity !== order.quantity
      const isTriggered = before?.workingAt === null && order.workingAt !== undefined
      const executionId = this.#views.executionId(known)
      return { order, fills, isNew, isTriggered, isAmended, executionId }
    })
    return this.#orders
  }
}
