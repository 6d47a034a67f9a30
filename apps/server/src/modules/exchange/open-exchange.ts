import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db } from '@btbc/database/database.ts'

import { type HistoryProjector, startHistoryProjector } from './history/history-projector.ts'
import {
  countEnded,
  findEndedOrder,
  findTradesOfEnded,
  readEndedOrders,
} from './history/ended-orders.ts'
import { type Engine, startEngine } from './engine/engine.ts'
import type { Exchange, NewOrder, Order, OrderName, Outcome, PageOf, Trade } from './exchange.ts'
import { toOrder } from './live-order.ts'
import { type Listing, startListing } from './listing.ts'
import { getMarket, markets } from './markets.ts'
import { readOwnTrades } from './history/own-trades.ts'
import type { Command } from './engine/queue.ts'
import { readFills, readTrades } from './history/trades.ts'

const ORDERS_AT_ONCE_MAX = 50

type Unanswered<C> = C extends Command ? Omit<C, 'answer'> : never

/** Opens the exchange: takes the markets, reads the books, and answers from then on. */
export async function openExchange(parts: {
  db: Db
  now: () => Date
  /** Names this process among others on the same database. */
  owner: string
  report: (error: unknown, what: string) => void
  /** How many orders a batch takes; a thousand by default. */
  batchOrdersMax?: number
}): Promise<Exchange> {
  const { db } = parts
  const behind = await startHistoryProjector(parts)
  const listing = await startListing(parts)
  const engine = await startEngine({ ...parts, ratesOf: behind.ratesOf })
  const lastTrades = new Map<number, Trade>()
  for (const { id } of markets) {
    const [last] = await readTrades(db, id, { limit: 1 })
    if (last) lastTrades.set(id, last)
  }
  engine.onBatch((batch) => {
    behind.note(batch.orderCount)
    for (const { marketId, trades } of batch.markets) {
      const last = trades.at(-1)
      if (last) lastTrades.set(marketId, last)
    }
  })
  const submit = (command: Unanswered<Command>) =>
    new Promise<Outcome[]>((answer) => engine.submit({ ...command, answer }))
  const placeNew = (order: NewOrder) =>
    new Promise<Outcome>((resolve) => {
      const answer = (outcomes: Outcome[]) => resolve(one(outcomes))
      engine.submit({ kind: 'place', orders: [order], answer })
    })

  const { refusalOf, stopMatching } = gateOf(listing)
  return {
    get markets() {
      return listing.listed()
    },
    known: markets,
    isHalted: listing.isHalted,
    async place(order) {
      const refusal = refusalOf(order)
      if (refusal) return refused(refusal)
      if (order.onRepeat !== 'first') return await placeNew(order)
      return one(await placeAll(db, submit, [order]))
    },
    async placeMany(orders) {
      const refusals = orders.map(refusalOf)
      if (refusals.every((each) => each === undefined)) return await placeAll(db, submit, orders)
      return refusals.map((refusal) => refused(refusal ?? new Refusal('unavailable')))
    },
    stopMatching,
    cancel: async (name) => await instead(db, name, one(await submit({ kind: 'cancel', name }))),
    cancelAll: (memberId, marketId) => submit({ kind: 'cancel_all', memberId, marketId }),
    amend: async (amendment) =>
      await instead(db, amendment, one(await submit({ kind: 'amend', amendment }))),
    ...bookOf(engine),
    lastTrade: (marketId) => lastTrades.get(marketId),
    findOrder: (name) => findOrder(db, engine, name),
    openOrders: (memberId, marketId) => engine.openOrdersOf(memberId, marketId).map(toOrder),
    ...historyOf(db, engine, behind),
    trades: (marketId, page) => readTrades(db, marketId, page),
    feeRates: (memberId) => behind.ratesOf(memberId, parts.now()),
    onBatch: engine.onBatch,
    flushed: () => engine.flushed(),
    drained: () => engine.drained(),
    async stop() {
      await engine.stop()
      await Promise.all([behind.stop(), listing.stop()])
    },
  }
}

/** Why an order is not placed: its market, or a currency that is not traded for now. */
function gateOf(listing: Listing) {
  let unmatched: ReadonlySet<number> = new Set()
  return {
    refusalOf: ({ marketId }: NewOrder): Refusal | undefined => {
      const refusal = listing.refusal(marketId)
      if (refusal || unmatched.size === 0) return refusal
      const { base, quote } = getMarket(marketId)
      return unmatched.has(base) || unmatched.has(quote) ? new Refusal('unavailable') : undefined
    },
    stopMatching: (currencies: ReadonlySet<number>): void => {
      unmatched = currencies
    },
  }
}

/** What is listed by member: complete as of the moment it is asked for. */
function historyOf(
  db: Db,
  engine: Engine,
  behind: HistoryProjector,
): Pick<Exchange, 'ordersOf' | 'endedOrdersOf' | 'countEndedOrders' | 'fillsOf' | 'ownTrades'> {
  return {
    async ordersOf(memberId, page) {
      await behind.caughtUp()
      return await ordersOf(db, engine, memberId, page)
    },
    async endedOrdersOf(memberId, page) {
      await behind.caughtUp()
      return await readEndedOrders(db, memberId, page)
    },
    async countEndedOrders(memberId, marketId) {
      await behind.caughtUp()
      return await countEnded(db, memberId, marketId)
    },
    async fillsOf(memberId, page) {
      await behind.caughtUp()
      const trades = await findStretch(db, engine, memberId, page.orderId)
      if (trades === 'none') return []
      return await readFills(db, memberId, { ...page, ...trades })
    },
    async ownTrades(memberId, asked) {
      await behind.caughtUp()
      return await readOwnTrades(db, memberId, asked)
    },
  }
}

type BookOf = Pick<Exchange, 'isOpen' | 'checkOpen' | 'depth' | 'bookTicker' | 'digest'>

function bookOf(engine: Engine): BookOf {
  return {
    isOpen: () => engine.isRunning(),
    checkOpen() {
      if (!engine.isRunning()) throw new Refusal('unavailable')
    },
    depth(marketId, levels) {
      getMarket(marketId)
      const state = engine.findState(marketId)
      if (!state) return { sequence: 0, bids: [], asks: [] }
      const { sequence, bids, asks } = state
      return { sequence, bids: bids.levels(levels), asks: asks.levels(levels) }
    },
    digest: (marketId) => engine.findState(marketId)?.book.digest() ?? '',
    bookTicker(marketId) {
      getMarket(marketId)
      const state = engine.findState(marketId)
      return {
        sequence: state?.sequence ?? 0,
        bid: state?.bids.levels(1)[0],
        ask: state?.asks.levels(1)[0],
      }
    },
  }
}

async function placeAll(
  db: Db,
  submit: (command: Unanswered<Command>) => Promise<Outcome[]>,
  orders: readonly NewOrder[],
): Promise<Outcome[]> {
  if (orders.length === 0 || orders.length > ORDERS_AT_ONCE_MAX) {
    throw new RangeError(`${orders.length} orders at once`)
  }
  if (orders.every(({ onRepeat }) => onRepeat !== 'first')) {
    return await submit({ kind: 'place', orders })
  }
  // A retry may name an order that ended long ago; the engine itself knows the recent ones.
  const first = await Promise.all(orders.map((order) => findFirst(db, order)))
  const fresh = orders.filter((_, n) => first[n] === undefined)
  const outcomes = fresh.length === 0 ? [] : await submit({ kind: 'place', orders: fresh })
  let next = 0
  return first.map((order): Outcome => {
    if (order) return { outcome: 'accepted', order, fills: [], released: 0n }
    next += 1
    return outcomes[next - 1] ?? { outcome: 'unknown' }
  })
}

async function findFirst(db: Db, order: NewOrder): Promise<Order | undefined> {
  const { memberId, clientId, onRepeat } = order
  if (onRepeat !== 'first' || clientId === undefined) return undefined
  return await findEndedOrder(db, { memberId, clientId })
}

/** An order that the engine has forgotten may have ended long ago. */
async function instead(db: Db, name: OrderName, outcome: Outcome): Promise<Outcome> {
  if (outcome.outcome !== 'refused' || outcome.refusal.code !== 'order_not_found') return outcome
  const ended = await findEndedOrder(db, name)
  if (!ended) return outcome
  const code = ended.status === 'filled' ? 'order_filled' : 'order_ended'
  return { outcome: 'refused', refusal: new Refusal(code) }
}

async function findOrder(db: Db, engine: Engine, name: OrderName): Promise<Order | undefined> {
  const live = engine.findOrder(name)
  return live ? toOrder(live) : await findEndedOrder(db, name)
}

async function ordersOf(db: Db, engine: Engine, memberId: number, page: PageOf): Promise<Order[]> {
  const { marketId, fromId, skip = 0, limit } = page
  const open = engine
    .openOrdersOf(memberId, marketId)
    .filter(({ id }) => fromId === undefined || BigInt(id) >= fromId)
    .map(toOrder)
  const ended = await readEndedOrders(db, memberId, { ...page, skip: 0, limit: skip + limit })
  const ids = new Set(ended.map(({ id }) => id))
  const way = fromId === undefined ? -1 : 1
  return [...ended, ...open.filter(({ id }) => !ids.has(id))]
    .toSorted((a, b) => way * Number(a.id - b.id))
    .slice(skip, skip + limit)
}

/** The stretch of trades in which an order's are found. */
async function findStretch(
  db: Db,
  engine: Engine,
  memberId: number,
  orderId: bigint | undefined,
): Promise<'none' | { marketId?: number; tradesOfOrder?: { first: bigint; last: bigint } }> {
  if (orderId === undefined) return {}
  const live = engine.findOrder({ memberId, id: orderId })
  if (!live) return (await findTradesOfEnded(db, memberId, orderId)) ?? 'none'
  if (live.firstTrade === null || live.lastTrade === null) return 'none'
  const tradesOfOrder = { first: BigInt(live.firstTrade), last: BigInt(live.lastTrade) }
  return { marketId: live.market.id, tradesOfOrder }
}

function refused(refusal: Refusal): Outcome {
  return { outcome: 'refused', refusal }
}

function one(outcomes: readonly Outcome[]): Outcome {
  return outcomes[0] ?? { outcome: 'unknown' }
}
