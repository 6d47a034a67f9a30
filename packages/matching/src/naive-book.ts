/**
 * The book as one would write it without a thought for speed: sorted arrays, searched from the
 * front. Tests hold the real one against it; it shares nothing with it but the digest and the names.
 */

import type { Amend, BookState, Command, OpenOrder, Place } from '#command.ts'
import { digestOf } from '#digest.ts'
import type { MatchEvent, Reason } from '#events.ts'

type Limits = {
  priceMax: number
  quantityMax: number
  ordersMax: number
  ordersPerOwnerMax: number
  collarBps: number
}
/** An order that trades now; a market order has no price. */
type Taker = Omit<OpenOrder, 'type' | 'sequence' | 'stopPrice'> & { isMarket: boolean }

export class NaiveBook {
  events: MatchEvent[] = []
  readonly #limits: Limits
  #bids: OpenOrder[] = []
  #asks: OpenOrder[] = []
  #buyStops: OpenOrder[] = []
  #sellStops: OpenOrder[] = []
  #touched: OpenOrder[] = []
  #lastPrice = 0
  #tradeSequence = 0
  #orderSequence = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  apply(command: Command): void {
    if (command.kind === 'place') this.#place(command)
    else if (command.kind === 'cancel_all') {
      const own = this.#all().filter(({ owner }) => owner === command.owner)
      for (const order of own.toSorted((a, b) => a.sequence - b.sequence)) this.#cancel(order)
    } else {
      const { orderId, owner } = command
      const order = this.#all().find((each) => each.orderId === orderId)
      if (!order || (owner !== undefined && owner !== order.owner))
        this.#reject(orderId, owner ?? 0, 'unknown_order')
      else if (command.kind === 'cancel') this.#cancel(order)
      else this.#amend(order, command)
    }
  }

  state(): BookState {
    return {
      lastPrice: this.#lastPrice,
      tradeSequence: this.#tradeSequence,
      orderSequence: this.#orderSequence,
      orders: this.#all(),
    }
  }

  digest(): string {
    return digestOf(this.state())
  }

  #all(): OpenOrder[] {
    return [...this.#bids, ...this.#asks, ...this.#buyStops, ...this.#sellStops]
  }

  #place(place: Place): void {
    const { orderId, owner, side, type, price = 0, stopPrice = 0, quantity, quoteQuantity } = place
    const isMarket = type === 'market' || type === 'stop_market'
    const timeInForce = place.timeInForce ?? (isMarket ? 'ioc' : 'gtc')
    const amount = quantity ?? quoteQuantity ?? 0
    const byBudget = quoteQuantity !== undefined
    const kind = { orderId, owner, side, timeInForce, byBudget }
    const taker = { ...kind, isMarket, price, quantity: amount, remaining: amount }
    const isStop = type === 'stop_limit' || type === 'stop_market'
    const refusal =
      this.#faultOf(place) ??
      this.#roomFor(taker, isStop) ??
      (isStop ? this.#touchedAlready(side, stopPrice) : this.#refusalOf(taker, place.postOnly))
    if (refusal !== undefined) return this.#reject(orderId, owner, refusal)
    if (!isStop) {
      this.#execute(taker)
      return this.#fireStops()
    }
    const sequence = ++this.#orderSequence
    const order = { ...kind, type, price, stopPrice, quantity: amount, remaining: amount, sequence }
    const stops = side === 'buy' ? this.#buyStops : this.#sellStops
    insert(stops, order, (each) =>
      side === 'buy' ? each.stopPrice > stopPrice : each.stopPrice < stopPrice,
    )
    const at = { orderId, owner, side, sequence, price: stopPrice, remaining: amount }
    this.events.push({ kind: 'waiting', ...at })
  }

  #faultOf(place: Place): Reason | undefined {
    const { type, side, timeInForce, postOnly, price, stopPrice, quantity, quoteQuantity } = place
    const isMarket = type.endsWith('market')
    const bad = [
      isMarket === (price !== undefined),
      type.startsWith('stop') !== (stopPrice !== undefined),
      isMarket && timeInForce === 'gtc',
      postOnly === true && (type !== 'limit' || timeInForce === 'ioc' || timeInForce === 'fok'),
      (quantity === undefined) === (quoteQuantity === undefined),
      quoteQuantity !== undefined && (!isMarket || side === 'sell' || timeInForce === 'fok'),
    ]
    if (bad.includes(true)) return 'invalid_order'
    const { priceMax, quantityMax } = this.#limits
    if (!isIn(price, priceMax)) return 'invalid_price'
    if (!isIn(stopPrice, priceMax)) return 'invalid_stop_price'
    if (!isIn(quantity, quantityMax) || !isIn(quoteQuantity, 2 ** 53 - 1)) return 'invalid_quantity'
    return this.#all().some((each) => each.orderId === place.orderId)
      ? 'duplicate_order'
      : undefined
  }

  #roomFor({ owner, timeInForce }: Taker, isStop: boolean): Reason | undefined {
    if (timeInForce !== 'gtc' && !isStop) return undefined
    const open = this.#all()
    const own = open.filter((each) => each.owner === owner)
    if (own.length >= this.#limits.ordersPerOwnerMax) return 'too_many_orders'
    return open.length >= this.#limits.ordersMax ? 'book_full' : undefined
  }

  #touchedAlready(side: string, stopPrice: number): Reason | undefined {
    const last = this.#lastPrice
    const through = side === 'buy' ? last >= stopPrice : last <= stopPrice
    return last > 0 && through ? 'would_trigger' : undefined
  }

  #refusalOf(taker: Taker, postOnly = false): Reason | undefined {
    const reachable = this.#reachableFor(taker)
    const best = this.#makersFor(taker)[0]
    if (taker.isMarket && !best) return 'empty_book'
    if (taker.byBudget && best && taker.remaining < best.price) return 'budget_too_small'
    if (postOnly && reachable.length > 0) return 'would_cross'
    if (taker.timeInForce !== 'fok') return undefined
    const own = reachable.findIndex(({ owner }) => owner === taker.owner)
    const others = own === -1 ? reachable : reachable.slice(0, own)
    const sum = others.reduce((total, { remaining }) => total + remaining, 0)
    return sum < taker.remaining ? 'unfillable' : undefined
  }

  #makersFor({ side }: { side: string }): OpenOrder[] {
    return side === 'buy' ? this.#asks : this.#bids
  }

  #reachableFor(taker: Taker): OpenOrder[] {
    const makers = this.#makersFor(taker)
    const best = makers[0]?.price ?? 0
    const collar = this.#limits.collarBps
    if (taker.side === 'buy') {
      const limit = taker.isMarket ? (best * (10_000 + collar)) / 10_000 : taker.price
      return makers.filter(({ price }) => price <= limit)
    }
    const limit = taker.isMarket ? (best * (10_000 - collar)) / 10_000 : taker.price
    return makers.filter(({ price }) => price >= limit)
  }

  #execute(taker: Taker): void {
    const { orderId, owner, side, price } = taker
    let end: Reason | undefined
    for (const maker of this.#reachableFor(taker)) {
      const wanted = taker.byBudget ? Math.floor(taker.remaining / maker.price) : taker.remaining
      if (wanted === 0) break
      if (maker.owner === owner) {
        end = 'self_trade'
        break
      }
      this.#trade(taker, maker, Math.min(wanted, maker.remaining))
    }
    const [next] = this.#makersFor(taker)
    const isSpent =
      taker.remaining === 0 || (taker.byBudget && next && taker.remaining < next.price)
    if (end === undefined && isSpent) {
      this.events.push({ kind: 'filled', orderId, owner, side, remaining: taker.remaining })
      return
    }
    if (taker.isMarket) end ??= next ? 'collar' : 'empty_book'
    else if (taker.timeInForce === 'ioc') end ??= 'ioc'
    const { remaining } = taker
    if (end !== undefined) {
      this.events.push({ kind: 'cancelled', orderId, owner, side, reason: end, price, remaining })
    } else this.#rest(taker)
  }

  #trade(taker: Taker, maker: OpenOrder, quantity: number): void {
    const { orderId, owner, side } = taker
    const { price } = maker
    taker.remaining -= taker.byBudget ? quantity * price : quantity
    maker.remaining -= quantity
    this.events.push({
      kind: 'trade',
      orderId,
      owner,
      side,
      price,
      quantity,
      sequence: ++this.#tradeSequence,
      makerId: maker.orderId,
      makerOwner: maker.owner,
      remaining: taker.remaining,
      makerRemaining: maker.remaining,
    })
    if (maker.remaining === 0) this.#remove(maker)
    this.#lastPrice = price
    const buys = this.#buyStops.filter(({ stopPrice }) => stopPrice <= price)
    const sells = this.#sellStops.filter(({ stopPrice }) => stopPrice >= price)
    for (const stop of [...buys, ...sells]) this.#remove(stop)
    this.#touched.push(...buys, ...sells)
  }

  #rest(taker: Taker): void {
    const { orderId, owner, side, timeInForce, byBudget, price, quantity, remaining } = taker
    const sequence = ++this.#orderSequence
    const kind = { orderId, owner, side, timeInForce, byBudget, type: 'limit' as const }
    const rested = { ...kind, price, stopPrice: 0, quantity, remaining, sequence }
    if (side === 'buy') insert(this.#bids, rested, (each) => each.price < price)
    else insert(this.#asks, rested, (each) => each.price > price)
    this.events.push({ kind: 'rested', orderId, owner, side, sequence, price, remaining })
  }

  /** A round fires what one order has touched: buys from the lowest up, then sells down. */
  #fireStops(): void {
    const waiting = this.#nextRound()
    for (let stop = waiting.shift(); stop; stop = waiting.shift()) {
      const { orderId, owner, side, stopPrice, type, price, remaining } = stop
      this.events.push({ kind: 'triggered', orderId, owner, side, price: stopPrice, remaining })
      const taker = { ...stop, isMarket: type === 'stop_market', quantity: remaining }
      const reason = this.#refusalOf(taker)
      if (reason === undefined) this.#execute(taker)
      else this.events.push({ kind: 'cancelled', orderId, owner, side, reason, price, remaining })
      waiting.push(...this.#nextRound())
    }
  }

  #nextRound(): OpenOrder[] {
    const [buys, sells] = [[] as OpenOrder[], [] as OpenOrder[]]
    for (const stop of this.#touched) (stop.side === 'buy' ? buys : sells).push(stop)
    this.#touched = []
    return [
      ...buys.toSorted((a, b) => a.stopPrice - b.stopPrice || a.sequence - b.sequence),
      ...sells.toSorted((a, b) => b.stopPrice - a.stopPrice || a.sequence - b.sequence),
    ]
  }

  #cancel(order: OpenOrder): void {
    const { orderId, owner, side, price, remaining } = order
    const reason = 'requested'
    this.events.push({ kind: 'cancelled', orderId, owner, side, reason, price, remaining })
    this.#remove(order)
  }

  #amend(order: OpenOrder, { orderId, owner = 0, quantity }: Amend): void {
    const filled = order.quantity - order.remaining
    if (order.byBudget) return this.#reject(orderId, owner, 'invalid_order')
    if (!isIn(quantity, this.#limits.quantityMax) || quantity <= filled)
      return this.#reject(orderId, owner, 'invalid_quantity')
    if (quantity >= order.quantity) return this.#reject(orderId, owner, 'not_a_decrease')
    order.quantity = quantity
    order.remaining = quantity - filled
    const { side, price, remaining } = order
    const subject = { orderId, owner: order.owner, side }
    this.events.push({ kind: 'amended', ...subject, price, quantity, remaining })
  }

  #remove(order: OpenOrder): void {
    for (const queue of [this.#bids, this.#asks, this.#buyStops, this.#sellStops]) {
      const at = queue.indexOf(order)
      if (at !== -1) queue.splice(at, 1)
    }
  }

  #reject(orderId: number, owner: number, reason: Reason): void {
    this.events.push({ kind: 'rejected', orderId, owner, reason })
  }
}

function insert(
  queue: OpenOrder[],
  order: OpenOrder,
  isBehind: (each: OpenOrder) => boolean,
): void {
  const at = queue.findIndex(isBehind)
  queue.splice(at === -1 ? queue.length : at, 0, order)
}

function isIn(value: number | undefined, max: number): boolean {
  return value === undefined || (Number.isInteger(value) && value >= 1 && value <= max)
}
