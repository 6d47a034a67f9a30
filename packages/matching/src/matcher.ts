/** Trades an order against those that are there, and fires the stops its trades touch. */

import type { EventBuffer } from '#events.ts'
import { EVENT, REASON } from '#events.ts'
import type { OpenOrders } from '#open-orders.ts'
import { BUDGET, FOK, IOC, MARKET, SELL, STOP } from '#order-flags.ts'
import type { PriceLadder } from '#price-ladder.ts'

const ALL_BPS = 10_000

export class Matcher {
  /** 0 before the first trade. */
  lastPrice = 0
  tradeSequence = 0
  orderSequence = 0
  readonly #open: OpenOrders
  readonly #events: EventBuffer
  readonly #collarBps: number
  /** Lowest and highest price traded since stops were last looked for; 0 when nothing traded. */
  #touchedLow = 0
  #touchedHigh = 0
  /** Stops that have been touched and wait for their turn, linked as in a queue. */
  #firstTouched = 0
  #lastTouched = 0
  /** The order at work has met one of its owner. */
  #hasMetItself = false

  constructor(open: OpenOrders, events: EventBuffer, collarBps: number) {
    this.#open = open
    this.#events = events
    this.#collarBps = collarBps
  }

  /** Why an order cannot begin to trade, as the book stands. */
  refusalOf(
    flags: number,
    price: number,
    amount: number,
    ownerSlot: number,
    isPostOnly: boolean,
  ): number {
    const { best } = this.#makersFor(flags)
    if ((flags & MARKET) !== 0) {
      if (best === 0) return REASON.empty_book
      if ((flags & BUDGET) !== 0 && amount < best) return REASON.budget_too_small
    }
    if (isPostOnly && best !== 0 && isWithin(flags, best, price)) return REASON.would_cross
    if ((flags & FOK) !== 0 && !this.#isFillable(flags, price, amount, ownerSlot))
      return REASON.unfillable
    return REASON.none
  }

  #isFillable(flags: number, price: number, amount: number, ownerSlot: number): boolean {
    const { slots } = this.#open
    const makers = this.#makersFor(flags)
    const limit = this.#limitOf(flags, price)
    let left = amount
    for (let at = makers.best; at !== 0 && isWithin(flags, at, limit); at = makers.after(at)) {
      for (let slot = makers.head(makers.cellOf(at)); slot !== 0; slot = slots.next(slot)) {
        if (slots.ownerSlot(slot) === ownerSlot) return false
        left -= slots.remaining(slot)
        if (left <= 0) return true
      }
    }
    return false
  }

  /** The worst price an order takes; of a market order the collar around the best one. */
  #limitOf(flags: number, price: number): number {
    if ((flags & MARKET) === 0) return price
    const collarBps = this.#collarBps
    const { best } = this.#makersFor(flags)
    return (flags & SELL) === 0
      ? Math.floor((best * (ALL_BPS + collarBps)) / ALL_BPS)
      : Math.ceil((best * (ALL_BPS - collarBps)) / ALL_BPS)
  }

  /** The lots to sell for a budget: down to the collar what stands, and from there on as at the last price. */
  lotsToRaise(budget: number): number {
    const flags = SELL | MARKET
    const makers = this.#makersFor(flags)
    const limit = this.#limitOf(flags, 0)
    let left = budget
    let lots = 0
    let price = makers.best
    while (price !== 0) {
      const wanted = Math.floor(left / price)
      const standing = makers.total(makers.cellOf(price))
      const next = makers.after(price)
      const isLast = next === 0 || !isWithin(flags, next, limit)
      if (wanted < standing || isLast) return lots + wanted
      lots += standing
      left -= standing * price
      price = next
    }
    return 0
  }

  /** Trades what can be traded now and says what became of the rest. */
  execute(
    orderId: number,
    owner: number,
    ownerSlot: number,
    flags: number,
    price: number,
    amount: number,
  ): void {
    const makers = this.#makersFor(flags)
    const limit = this.#limitOf(flags, price)
    const isByBudget = (flags & BUDGET) !== 0
    let left = amount
    this.#hasMetItself = false
    while (makers.best !== 0 && isWithin(flags, makers.best, limit) && !this.#hasMetItself) {
      if (left < (isByBudget ? makers.best : 1)) break
      left = this.#takeLevel(makers, orderId, owner, ownerSlot, flags, left)
    }
    const isSpent = left === 0 || (isByBudget && left < makers.best)
    const end = isSpent ? REASON.none : this.#endOf(flags)
    if (end !== REASON.none) this.say(EVENT.cancelled, flags, orderId, owner, left, end, price)
    else if (isSpent) this.say(EVENT.filled, flags, orderId, owner, left)
    else this.keep(orderId, owner, ownerSlot, flags, price, 0, amount, left)
  }

  /** Why an order that has something left must not stay; none for one that may rest. */
  #endOf(flags: number): number {
    if (this.#hasMetItself) return REASON.self_trade
    if ((flags & MARKET) === 0) return (flags & IOC) === 0 ? REASON.none : REASON.ioc
    return this.#makersFor(flags).best === 0 ? REASON.empty_book : REASON.collar
  }

  /** Takes the best level from its first order on, and returns what the taker has left. */
  #takeLevel(
    makers: PriceLadder,
    orderId: number,
    owner: number,
    ownerSlot: number,
    flags: number,
    amount: number,
  ): number {
    const { slots, owners } = this.#open
    const price = makers.best
    const cell = makers.bestCell
    // What one lot costs of the amount. Exact: a quotient of integers below 2^53 never rounds up
    // to an integer.
    const cost = (flags & BUDGET) === 0 ? 1 : price
    let left = amount
    let taken = 0
    let slot = makers.head(cell)
    while (slot !== 0 && left >= cost) {
      const makerOwner = slots.ownerSlot(slot)
      if (makerOwner === ownerSlot) {
        this.#hasMetItself = true
        break
      }
      const standing = slots.remaining(slot)
      const wanted = cost === 1 ? left : Math.floor(left / cost)
      const quantity = wanted < standing ? wanted : standing
      const standingLeft = standing - quantity
      left -= quantity * cost
      taken += quantity
      const number = ++this.tradeSequence
      const makerId = slots.orderId(slot)
      this.#events.writeTrade(
        flags & SELL,
        number,
        orderId,
        owner,
        makerId,
        owners.id(makerOwner),
        price,
        quantity,
        left,
        standingLeft,
      )
      if (standingLeft !== 0) {
        slots.setRemaining(slot, standingLeft)
        break
      }
      const next = slots.next(slot)
      this.#open.forget(slot)
      slot = next
    }
    if (taken !== 0) this.#traded(makers, cell, slot, price, taken)
    return left
  }

  /** A level has lost what was taken, and all orders before `first`. */
  #traded(makers: PriceLadder, cell: number, first: number, price: number, taken: number): void {
    if (first === 0) makers.close(cell)
    else {
      makers.setHead(cell, first)
      this.#open.slots.setPrevious(first, 0)
      makers.addToTotal(cell, -taken)
    }
    this.lastPrice = price
    if (this.#touchedLow === 0 || price < this.#touchedLow) this.#touchedLow = price
    if (price > this.#touchedHigh) this.#touchedHigh = price
  }

  /**
   * Fires the stops that trades have touched, and those that their own trades touch in turn. Each
   * waiting stop fires once and none joins them meanwhile, so this ends. Of the stops touched by one
   * order, buys go first from the lowest stop price up, then sells from the highest down, and at one
   * stop price the earlier first.
   */
  fireStops(): void {
    if (this.#touchedLow === 0) return
    const { slots, owners } = this.#open
    this.#queueTouched()
    while (this.#firstTouched !== 0) {
      const slot = this.#firstTouched
      this.#firstTouched = slots.next(slot)
      const orderId = slots.orderId(slot)
      const owner = owners.id(slots.ownerSlot(slot))
      const flags = slots.flags(slot) & ~STOP
      const price = slots.price(slot)
      const amount = slots.remaining(slot)
      // A touched stop keeps its stop price where it kept its cell.
      this.say(EVENT.triggered, flags, orderId, owner, amount, REASON.none, slots.cell(slot))
      this.#open.forget(slot)

      const ownerSlot = owners.find(owner)
      const refusal = this.refusalOf(flags, price, amount, ownerSlot, false)
      if (refusal === REASON.none) this.execute(orderId, owner, ownerSlot, flags, price, amount)
      else this.say(EVENT.cancelled, flags, orderId, owner, amount, refusal, price)
      if (this.#touchedLow !== 0) this.#queueTouched()
    }
  }

  #queueTouched(): void {
    const { buyStops, sellStops } = this.#open
    while (buyStops.best !== 0 && buyStops.best <= this.#touchedHigh) this.#queueFirst(buyStops)
    while (sellStops.best !== 0 && sellStops.best >= this.#touchedLow) this.#queueFirst(sellStops)
    this.#touchedLow = 0
    this.#touchedHigh = 0
  }

  #queueFirst(stops: PriceLadder): void {
    const { slots } = this.#open
    const stopPrice = stops.best
    const slot = stops.head(stops.bestCell)
    this.#open.unlink(slot)
    slots.setCell(slot, stopPrice)
    slots.setNext(slot, 0)
    if (this.#firstTouched === 0) this.#firstTouched = slot
    else slots.setNext(this.#lastTouched, slot)
    this.#lastTouched = slot
  }

  /** Lets an order rest, or a stop wait. */
  keep(
    orderId: number,
    owner: number,
    ownerSlot: number,
    flags: number,
    price: number,
    stopPrice: number,
    amount: number,
    left: number,
  ): void {
    const sequence = ++this.orderSequence
    this.#open.add(orderId, owner, ownerSlot, flags, price, stopPrice, amount, left, sequence)
    const isStop = (flags & STOP) !== 0
    const kind = isStop ? EVENT.waiting : EVENT.rested
    const at = isStop ? stopPrice : price
    this.#events.write(kind, flags & SELL, 0, sequence, orderId, owner, at, amount, left)
  }

  #makersFor(flags: number): PriceLadder {
    return (flags & SELL) === 0 ? this.#open.asks : this.#open.bids
  }

  say(
    kind: number,
    flags: number,
    orderId: number,
    owner: number,
    left: number,
    reason = REASON.none,
    price = 0,
  ): void {
    this.#events.write(kind, flags & SELL, reason, 0, orderId, owner, price, 0, left)
  }
}

/** Whether a taker with this limit trades at a price. */
function isWithin(flags: number, price: number, limit: number): boolean {
  return (flags & SELL) === 0 ? price <= limit : price >= limit
}
