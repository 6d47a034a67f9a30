import { Refusal } from '@btbc/contract/refusals.ts'
import { watchCommits } from '@btbc/database/commits.ts'
import type { Db } from '@btbc/database/database.ts'
import { membersTouched } from '@btbc/ledger/touched.ts'

import { type HistoryProjector, startHistoryProjector } from './history/history-projector.ts'
import {
  countEnded,
  findEndedOrder,
  findTradesOfEnded,
  readEndedOrders,
} from './history/ended-orders.ts'
import { type Engine, startEngine } from './engine/engine.ts'
import { startFeeRates } from './history/fee-rates.ts'
import { indexAll } from './history/history.ts'
import { checkOrder } from './check-order.ts'
import { toOrder } from './engine/engine-order.ts'
import type { Exchange, NewOrder, Order, OrderName, Outcome, PageOf, SpanOf } from './exchange.ts'
import { openGate } from './gate.ts'
import { startListing } from './listing.ts'
import { getMarket, markets } from './markets.ts'
import { firstOrderFrom, firstTradeFrom, type PageBelow } from './history/moments.ts'
import { readOwnTrades } from './history/own-trades.ts'
import { type FindEnded, placeOnce, placeOthers, type Unanswered } from './place-once.ts'
import type { Command } from './engine/queue.ts'
import { storeIn } from './engine/store.ts'
import { machineWaits } from './engine/waits.ts'
import { keepLastTrades } from './history/last-trades.ts'
import { readFills, readTrades } from './history/trades.ts'

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
  const { behind, rates, findEnded } = await openHistory(parts)
  const listing = await startListing(parts)
  const readings = tellReadings(behind.noteRead)
  const heard = { onRead: readings.tell, onCommit: behind.note }
  const engine = await startEngine({ ...parts, ...heard, store: storeIn(db), ratesOf: rates.of })
  const stopWatching = tellWhoseMoneyMoves(db, engine)
  const lastTrades = await keepLastTrades(parts, engine)
  readings.hear(lastTrades.readAnew)
  const submit = (command: Unanswered<Command>) =>
    new Promise<Outcome[]>((answer) => engine.submit({ ...command, answer }))
  const placing = { findEnded, submit, readings: () => engine.readings() }
  const placeNew = (order: NewOrder) =>
    new Promise<Outcome>((resolve) => {
      const answer = (outcomes: Outcome[]) => resolve(one(outcomes))
      engine.submit({ kind: 'place', orders: [order], answer })
    })

  const cancelAll: Exchange['cancelAll'] = (memberId, marketId) =>
    submit({ kind: 'cancel_all', memberId, marketId })
  const gate = openGate(listing, { engine, cancelAll })
  return {
    get markets() {
      return listing.listed()
    },
    findListed: listing.findListed,
    known: markets,
    isHalted: listing.isHalted,
    async place(order) {
      const refusal = gate.refusalOf(order)
      if (refusal) return refused(refusal)
      if (order.onRepeat !== 'first') return await placeNew(order)
      return one(await placeOnce(placing, [order]))
    },
    async placeMany(orders) {
      const outcomes = orders.map(gate.refusalOf).map((refusal) => refusal && refused(refusal))
      return await placeOthers(outcomes, orders, (others) => placeOnce(placing, others))
    },
    checkOrder: (order) => checkOrder(order, { engine, refusalOf: gate.refusalOf }),
    isStopped: gate.isStopped,
    stopMatching: gate.stopMatching,
    cancel: async (name) =>
      await instead(findEnded, name, one(await submit({ kind: 'cancel', name }))),
    cancelAll,
    amend: async (amendment) =>
      await instead(findEnded, amendment, one(await submit({ kind: 'amend', amendment }))),
    ...bookOf(engine),
    lastTrade: lastTrades.of,
    findOrder: (name) => findOrder(findEnded, engine, name),
    openOrders: (memberId, marketId) => engine.openOrdersOf(memberId, marketId).map(toOrder),
    ...historyOf(db, engine, behind),
    trades: (marketId, page) => readTrades(db, marketId, page),
    firstTradeFrom: async (marketId, at) => Number(await firstTradeFrom(db, marketId, at)),
    feeRates: (memberId) => rates.of(memberId, parts.now()),
    onBatch: engine.onBatch,
    onRead: readings.hear,
    async stop() {
      await engine.stop()
      stopWatching()
      await Promise.all([behind.stop(), rates.stop(), listing.stop()])
    },
  }
}

/** Tells of each time that the books were read: the first to hear of it first. */
function tellReadings(first: () => void) {
  const hearers = new Set([first])
  return {
    tell: () => hearers.forEach((hear) => hear()),
    hear: (hearer: () => void) => {
      hearers.add(hearer)
      return () => void hearers.delete(hearer)
    },
  }
}

/** What other transactions of this server do to a member's accounts, the engine does not know by itself. */
function tellWhoseMoneyMoves(db: Db, engine: Engine): () => void {
  return watchCommits(db, (tx) => {
    const members = membersTouched(tx)
    return members.size === 0 ? undefined : () => engine.forget(members)
  })
}

/** What follows behind the commits, and who asks it. */
async function openHistory(parts: {
  db: Db
  now: () => Date
  report: (error: unknown, what: string) => void
}) {
  const { db, report } = parts
  const list = () => indexAll(db)
  const behind = await startHistoryProjector({ list, report, waits: machineWaits })
  const rates = await startFeeRates(parts)
  const findEnded = async (name: OrderName) => {
    await behind.hasEarlier()
    return await findEndedOrder(db, name)
  }
  return { behind, rates, findEnded }
}

/** What is listed by member: complete as of the moment it is asked for. */
function historyOf(
  db: Db,
  engine: Engine,
  behind: HistoryProjector,
): Pick<Exchange, 'ordersOf' | 'endedOrdersOf' | 'countEndedOrders' | 'fillsOf' | 'ownTrades'> {
  return {
    ordersOf: (memberId, asked) => ordersOf({ db, engine, behind }, memberId, asked),
    async endedOrdersOf(memberId, page) {
      await behind.caughtUp()
      return await readEndedOrders(db, memberId, page)
    },
    async countEndedOrders(memberId, marketId) {
      await behind.caughtUp()
      return await countEnded(db, memberId, marketId)
    },
    async fillsOf(memberId, { orderId, ...asked }) {
      await behind.caughtUp()
      const trades = await findStretch(db, engine, memberId, orderId)
      if (trades === 'none') return []
      const { marketId: market = trades.marketId } = asked
      if (trades.marketId !== undefined && trades.marketId !== market) return []
      const page = await pageIn(asked, (marketId, at) => firstTradeFrom(db, marketId, at))
      return await readFills(db, memberId, { ...page, ...trades, ...(orderId && { orderId }) })
    },
    async ownTrades(memberId, asked) {
      await behind.caughtUp()
      return await readOwnTrades(db, memberId, asked)
    },
  }
}

type BookOf = Pick<
  Exchange,
  'isOpen' | 'flushed' | 'drained' | 'checkOpen' | 'depth' | 'bookTicker' | 'digest'
>

function bookOf(engine: Engine): BookOf {
  return {
    isOpen: () => engine.isRunning(),
    flushed: () => engine.flushed(),
    drained: () => engine.drained(),
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

/** An order that the engine has forgotten may have ended long ago. */
async function instead(findEnded: FindEnded, name: OrderName, outcome: Outcome): Promise<Outcome> {
  if (outcome.outcome !== 'refused' || outcome.refusal.code !== 'order_not_found') return outcome
  const ended = await findEnded(name)
  if (!ended) return outcome
  const code = ended.status === 'filled' ? 'order_filled' : 'order_ended'
  return { outcome: 'refused', refusal: new Refusal(code) }
}

async function findOrder(
  findEnded: FindEnded,
  engine: Engine,
  name: OrderName,
): Promise<Order | undefined> {
  const known = engine.findOrder(name)
  return known ? toOrder(known) : await findEnded(name)
}

/**
 * All orders that are there when they are asked for, and no others: what is open is noted first, since it
 * may end while the lists are read, and what comes meanwhile is left out, since an older one may not be in
 * them yet. So whoever goes on behind the last id passes over nothing.
 */
async function ordersOf(
  { db, engine, behind }: { db: Db; engine: Engine; behind: HistoryProjector },
  memberId: number,
  asked: PageOf | SpanOf,
): Promise<Order[]> {
  const open = engine.openOrdersOf(memberId, asked.marketId).map(toOrder)
  const newFrom = BigInt(engine.newIdsFrom())
  await behind.caughtUp()
  const page = await pageIn(asked, (marketId, at) => firstOrderFrom(db, { memberId, marketId }, at))
  const { fromId, belowId: until = newFrom, skip = 0, limit } = page
  const belowId = until < newFrom ? until : newFrom
  const read = { ...page, belowId, skip: 0, limit: skip + limit }
  const ended = await readEndedOrders(db, memberId, read)
  const ids = new Set(ended.map(({ id }) => id))
  const way = fromId === undefined ? -1 : 1
  return [...ended, ...open.filter((order) => !ids.has(order.id) && isAsked(order, asked))]
    .toSorted((a, b) => way * Number(a.id - b.id))
    .slice(skip, skip + limit)
}

function isAsked({ id, createdAt }: Order, asked: PageOf | SpanOf): boolean {
  if (!isSpan(asked)) return id >= (asked.fromId ?? 0n)
  const { from = createdAt, until = createdAt } = asked
  return createdAt >= from && createdAt <= until
}

function isSpan(asked: PageOf | SpanOf): asked is SpanOf {
  return 'from' in asked || 'until' in asked
}

/** From moments to the ids that they begin with. */
async function pageIn(
  asked: PageOf | SpanOf,
  firstFrom: (marketId: number, at: Date) => Promise<bigint>,
): Promise<PageBelow> {
  if (!isSpan(asked)) return asked
  const { marketId, from, until, limit } = asked
  return {
    marketId,
    limit,
    ...(from && { fromId: await firstFrom(marketId, from) }),
    ...(until && { belowId: await firstFrom(marketId, new Date(until.getTime() + 1)) }),
  }
}

/** The stretch of trades in which an order's are found. */
async function findStretch(
  db: Db,
  engine: Engine,
  memberId: number,
  orderId: bigint | undefined,
): Promise<'none' | { marketId?: number; tradesOfOrder?: { first: bigint; last: bigint } }> {
  if (orderId === undefined) return {}
  const known = engine.findOrder({ memberId, id: orderId })
  if (!known) return (await findTradesOfEnded(db, memberId, orderId)) ?? 'none'
  if (known.firstTrade === null || known.lastTrade === null) return 'none'
  const tradesOfOrder = { first: BigInt(known.firstTrade), last: BigInt(known.lastTrade) }
  return { marketId: known.market.id, tradesOfOrder }
}

function refused(refusal: Refusal): Outcome {
  return { outcome: 'refused', refusal }
}

function one(outcomes: readonly Outcome[]): Outcome {
  return outcomes[0] ?? { outcome: 'unknown' }
}
