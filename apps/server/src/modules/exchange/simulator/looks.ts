import { accountOf } from '@btbc/ledger/account.ts'
import type { OpenOrder } from '@btbc/matching/command.ts'
import { digestOf } from '@btbc/matching/digest.ts'

import type { CommittedSide } from '../engine/committed-book.ts'
import type { EngineOrder } from '../engine/engine-order.ts'
import type { Engine } from '../engine/engine.ts'
import { toOpenOrder } from '../engine/market-state.ts'
import type { Outcome, Side } from '../exchange.ts'
import type { MarketSteps } from '../markets.ts'
import { type Books, Finding } from './books.ts'
import { type Asked, TRADERS } from './traders.ts'

/** What must hold whatever happened: of one answer, of all money, and of an engine that owns the markets. */

export function lookAtAnswer(books: Books, asked: Asked, outcomes: readonly Outcome[]): void {
  const expected = asked.kind === 'place' ? asked.orders.length : 1
  if (asked.kind !== 'cancel_all' && outcomes.length !== expected)
    throw new Finding(`${outcomes.length} answers to ${expected} orders`)
  for (const outcome of outcomes) {
    if (outcome.outcome === 'refused' && outcome.refusal.code === 'internal')
      throw new Finding(`A fault of ours is the answer to ${asked.kind}`)
    if (outcome.outcome !== 'accepted') continue
    const { id, marketId, filled, clientId } = outcome.order
    const ended = books.findEnded(Number(id))
    const open = books.market(marketId).orders.get(Number(id))
    if (!open && !ended) throw new Finding(`Order ${id} is acknowledged and is not there`)
    const isCancel = asked.kind === 'cancel' || asked.kind === 'cancel_all'
    if (isCancel && !ended) throw new Finding(`Order ${id} is said to be cancelled and is open`)
    const lots = ended?.filled ?? BigInt(open?.filled ?? 0) * books.market(marketId).market.lot
    if (filled > lots) throw new Finding(`Order ${id} has ${lots} of the ${filled} it was told`)
    const isNamed =
      asked.kind !== 'place' || asked.orders.some((each) => each.clientId === clientId)
    if (!isNamed) throw new Finding(`Order ${id} goes by the name ${clientId}`)
  }
}

export function lookAtMoney(books: Books, minted: ReadonlyMap<number, bigint>): void {
  const sums = new Map<number, bigint>()
  for (const [id, { available, held, ordersHold }] of books.accounts()) {
    if (available < 0n || held < 0n) throw new Finding(`Account ${id} is below zero`)
    if (held !== ordersHold)
      throw new Finding(`Account ${id} holds ${held}, and its open orders need ${ordersHold}`)
    const { currency } = accountOf(id)
    sums.set(currency, (sums.get(currency) ?? 0n) + available + held)
  }
  for (const [currency, sum] of sums) {
    const made = minted.get(currency) ?? 0n
    if (sum !== made) throw new Finding(`There is ${sum} of currency ${currency}, not ${made}`)
  }
}

/** Of an engine with nothing under way the book in memory, and the levels it shows, are those that are kept. */
export function lookAtMarkets(books: Books, engines: readonly Engine[]): void {
  for (const kept of books.markets.values()) {
    const { market, epoch, sequence } = kept
    const orders = inBookOrder(books.read(market).orders)
    const levels = (['buy', 'sell'] as const).map((side) => levelsOf(orders, side))
    const [bid, ask] = [levels[0]?.[0]?.price ?? 0, levels[1]?.[0]?.price ?? Infinity]
    if (bid >= ask) throw new Finding(`${market.name} is crossed: ${bid} is bid, ${ask} is asked`)
    for (const engine of engines) {
      const state = engine.isRunning() ? engine.findState(market.id) : undefined
      const isThere = state?.epoch === epoch && state.sequence === sequence
      if (!isThere || state.matched !== sequence) continue
      const lastPrice = kept.lastTrade?.price ?? 0
      const tradeSequence = kept.lastTrade?.id ?? 0
      const digest = digestOf({ lastPrice, tradeSequence, orderSequence: 0, orders })
      if (state.book.digest() !== digest)
        throw new Finding(`The book of ${market.name} is not what is kept of it`)
      const shown = JSON.stringify([state.bids, state.asks].map(shownBy))
      if (shown !== JSON.stringify(levels.map((side) => side.map(toText(market)))))
        throw new Finding(`What is shown of ${market.name} is not what is kept of it`)
    }
  }
}

/** Bids, asks, stops that buy and stops that sell, each as they will have their turn. */
function inBookOrder(orders: readonly EngineOrder[]): OpenOrder[] {
  const queue = ({ side, type }: OpenOrder) => (type === 'limit' ? 0 : 2) + (side === 'buy' ? 0 : 1)
  const turn = (order: OpenOrder) => {
    const isStop = order.type !== 'limit'
    const at = isStop ? order.stopPrice : order.price
    return isStop === (order.side === 'buy') ? at : -at
  }
  return orders
    .map(toOpenOrder)
    .toSorted((a, b) => queue(a) - queue(b) || turn(a) - turn(b) || a.sequence - b.sequence)
}

type Lots = { price: number; lots: number }

function levelsOf(orders: readonly OpenOrder[], side: Side): Lots[] {
  const levels: Lots[] = []
  for (const order of orders) {
    if (order.side !== side || order.type !== 'limit') continue
    const last = levels.at(-1)
    if (last?.price === order.price) last.lots += order.remaining
    else levels.push({ price: order.price, lots: order.remaining })
  }
  return levels
}

function toText(market: MarketSteps): (level: Lots) => string {
  return ({ price, lots }) => `${BigInt(lots) * market.lot} at ${BigInt(price) * market.tick}`
}

function shownBy(side: CommittedSide): string[] {
  return side.levels(Infinity).map(({ price, quantity }) => `${quantity} at ${price}`)
}

/** Nothing is under way: what members are told of their open orders is what is kept. */
export function lookAtRest(books: Books, engine: Engine): void {
  for (let member = 1; member <= TRADERS; member += 1) {
    const shown = engine.openOrdersOf(member).map(({ id }) => id)
    const kept = [...books.markets.values()].flatMap(({ orders }) =>
      [...orders.values()].flatMap(({ id, member_id: owner }) => (owner === member ? [id] : [])),
    )
    if (shown.toSorted(byNumber).join() !== kept.toSorted(byNumber).join())
      throw new Finding(
        `Member ${member} is told of orders ${shown.join()}, and has ${kept.join()}`,
      )
  }
  for (const { market, epoch, sequence } of books.markets.values()) {
    const state = engine.findState(market.id)
    if (state?.epoch !== epoch || state.sequence !== sequence || state.matched !== sequence)
      throw new Finding(`The engine is not where ${market.name} is`)
  }
}

function byNumber(a: number, b: number): number {
  return a - b
}

/** In a few words, for the trace. */
export function told(outcome: Outcome): string {
  if (outcome.outcome === 'unknown') return 'unknown'
  if (outcome.outcome === 'refused') return outcome.refusal.code
  const { id, status, filled } = outcome.order
  return `${id} ${status} ${filled}`
}
