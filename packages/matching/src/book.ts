/**
 * The order book of one market: commands in, events out. It knows no clock, no randomness and no
 * I/O, so the same commands always give the same events.
 *
 * Best price first, and at one price first come, first served. An order trades at the price of the
 * one that was there. What always holds: the best bid is below the best ask, an order is never filled
 * beyond its quantity or outside its limit, two orders of one owner never trade, and every sum is an
 * exact integer below 2^53.
 *
 * Placing takes a step for each order it meets; cancelling and amending take the same few steps
 * however deep the book is; a fill-or-kill walks the orders it would take before it takes them.
 */

import { type BookOptions, withDefaults } from '#book-options.ts'
import type { Amend, BookState, Cancel, CancelAll, Command, OpenOrder, Place } from '#command.ts'
import { digestOf } from '#digest.ts'
import { EVENT, EventBuffer, REASON } from '#events.ts'
import { OpenOrders } from '#open-orders.ts'
import { BUDGET, FOK, IOC, MARKET, SELL, STOP, flagsOf, flagsOfPlace } from '#order-flags.ts'
import { checkId, checkOpenOrder, faultOf, isWhole } from '#order-rules.ts'
import type { PriceLadder } from '#price-ladder.ts'

export type Level = { price: number; quantity: number }
export type Depth = { bids: Level[]; asks: Level[] }

const ALL_BPS = 10_000

/** A new book, or one that goes on where another stood. */
export function createBook(options: Partial<BookOptions> = {}, state?: BookState): Book {
  return new Book(withDefaults(options), state)
}

export class Book {
  /** Grows with every command until the caller clears it, as a rule once a batch. */
  readonly events = new EventBuffer()
  readonly #options: BookOptions
  readonly #open: OpenOrders
  #lastPrice = 0
  #tradeSequence = 0
  #orderSequence = 0
  /** Lowest and highest price traded since stops were last looked for; 0 when nothing traded. */
  #touchedLow = 0
  #touchedHigh = 0
  /** Stops that have been touched and wait for their turn, linked as in a queue. */
  #firstTouched = 0
  #lastTouched = 0
  /** The order at work has met one of its owner. */
  #hasMetItself = false

  constructor(options: BookOptions, state?: BookState) {
    this.#options = options
    this.#open = new OpenOrders(options.priceMax)
    if (state) this.#load(state)
  }

  /** Does one command. Refusals are events; only an id that nobody can have throws. */
  apply(command: Command): void {
    switch (command.kind) {
      case 'place':
        return this.#place(command)
      case 'cancel':
        return this.#cancel(command)
      case 'cancel_all':
        return this.#cancelAll(command)
      case 'amend':
        return this.#amend(command)
    }
  }

  /** 0 when that side is empty. */
  get bestBid(): number {
    return this.#open.bids.best
  }
  get bestAsk(): number {
    return this.#open.asks.best
  }
  /** 0 before the first trade. */
  get lastPrice(): number {
    return this.#lastPrice
  }
  get tradeSequence(): number {
    return this.#tradeSequence
  }
  /** How many orders rest or wait. */
  get orderCount(): number {
    return this.#open.slots.count
  }

  /** The best so many prices of each side with all that rests there, best first. */
  depth(levelsMax: number): Depth {
    return {
      bids: levelsOf(this.#open.bids, levelsMax),
      asks: levelsOf(this.#open.asks, levelsMax),
    }
  }

  findOrder(orderId: number): OpenOrder | undefined {
    const slot = this.#open.find(orderId)
    return slot === 0 ? undefined : this.#open.at(slot)
  }

  /** Orders come as they stand: bids, asks, buy stops, sell stops, each from the first on. */
  state(): BookState {
    return {
      lastPrice: this.#lastPrice,
      tradeSequence: this.#tradeSequence,
      orderSequence: this.#orderSequence,
      orders: this.#open.all(),
    }
  }

  /** Equal for equal books: the same orders in the same queues, after the same last trade. */
  digest(): string {
    return digestOf(this.state())
  }

  #place(place: Place): void {
    const { orderId, owner, price = 0, stopPrice = 0, postOnly = false } = place
    checkId(orderId)
    checkId(owner)
    const fault = faultOf(place, this.#options)
    if (fault !== undefined) return this.#reject(REASON[fault], orderId, owner)
    if (this.#open.find(orderId) !== 0) return this.#reject(REASON.duplicate_order, orderId, owner)

    const flags = flagsOfPlace(place)
    const amount = place.quantity ?? place.quoteQuantity ?? 0
    const ownerSlot = this.#open.owners.find(owner)
    const isStop = (flags & STOP) !== 0
    let refusal = this.#refusalForRoom(flags, ownerSlot)
    if (refusal === REASON.none) {
      refusal = isStop
        ? this.#refusalOfStop(flags, stopPrice)
        : this.#refusalOfBook(flags, price, amount, ownerSlot, postOnly)
    }
    if (refusal !== REASON.none) return this.#reject(refusal, orderId, owner)

    this.#say(EVENT.accepted, flags, orderId, owner, amount)
    if (isStop) return this.#keep(orderId, owner, flags, price, stopPrice, amount, amount)
    this.#execute(orderId, owner, ownerSlot, flags, price, amount)
    if (this.#touchedLow !== 0) this.#fireStops()
  }

  #cancel({ orderId, owner }: Cancel): void {
    const slot = this.#findOf(orderId, owner)
    if (slot === 0) return this.#reject(REASON.unknown_order, orderId, owner ?? 0)
    this.#cancelAt(slot)
  }

  /** From the oldest order to the newest. */
  #cancelAll({ owner }: CancelAll): void {
    const { owners } = this.#open
    for (;;) {
      const ownerSlot = owners.find(owner)
      if (ownerSlot === 0) return
      this.#cancelAt(owners.oldest(ownerSlot))
    }
  }

  #cancelAt(slot: number): void {
    this.#sayOf(EVENT.cancelled, slot, REASON.requested)
    this.#open.unlink(slot)
    this.#open.forget(slot)
  }

  #amend({ orderId, owner, quantity }: Amend): void {
    const { slots } = this.#open
    const slot = this.#findOf(orderId, owner)
    if (slot === 0) return this.#reject(REASON.unknown_order, orderId, owner ?? 0)
    const flags = slots.flags(slot)
    const ordered = slots.quantity(slot)
    const remaining = slots.remaining(slot)
    const left = quantity - (ordered - remaining)
    let refusal = REASON.none
    if ((flags & BUDGET) !== 0) refusal = REASON.invalid_order
    else if (!isWhole(quantity, this.#options.quantityMax) || left <= 0)
      refusal = REASON.invalid_quantity
    else if (quantity >= ordered) refusal = REASON.not_a_decrease
    if (refusal !== REASON.none) return this.#reject(refusal, orderId, owner ?? 0)
    this.#open.ladderOf(flags).addToTotal(slots.cell(slot), left - remaining)
    slots.setQuantity(slot, quantity)
    slots.setRemaining(slot, left)
    this.#sayOf(EVENT.amended, slot, REASON.none)
  }

  #findOf(orderId: number, owner: number | undefined): number {
    const slot = this.#open.find(orderId)
    if (slot === 0 || owner === undefined) return slot
    const { owners, slots } = this.#open
    return owners.id(slots.ownerSlot(slot)) === owner ? slot : 0
  }

  /** Orders that may come to rest need a place; the others never take one. */
  #refusalForRoom(flags: number, ownerSlot: number): number {
    if ((flags & (IOC | FOK)) !== 0 && (flags & STOP) === 0) return REASON.none
    const { ordersMax, ordersPerOwnerMax } = this.#options
    const ofOwner = ownerSlot === 0 ? 0 : this.#open.owners.count(ownerSlot)
    if (ofOwner >= ordersPerOwnerMax) return REASON.too_many_orders
    return this.#open.slots.count >= ordersMax ? REASON.book_full : REASON.none
  }

  #refusalOfStop(flags: number, stopPrice: number): number {
    const last = this.#lastPrice
    if (last === 0) return REASON.none
    const isTouched = (flags & SELL) !== 0 ? last <= stopPrice : last >= stopPrice
    return isTouched ? REASON.would_trigger : REASON.none
  }

  /** Why an order cannot begin to trade, as the book stands. */
  #refusalOfBook(
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
    const { collarBps } = this.#options
    const { best } = this.#makersFor(flags)
    return (flags & SELL) === 0
      ? Math.floor((best * (ALL_BPS + collarBps)) / ALL_BPS)
      : Math.ceil((best * (ALL_BPS - collarBps)) / ALL_BPS)
  }

  /** Trades what can be traded now and says what became of the rest. */
  #execute(
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
    if (end !== REASON.none) this.#say(EVENT.cancelled, flags, orderId, owner, left, end, price)
    else if (isSpent) this.#say(EVENT.filled, flags, orderId, owner, left)
    else this.#keep(orderId, owner, flags, price, 0, amount, left)
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
      const number = ++this.#tradeSequence
      const makerId = slots.orderId(slot)
      this.events.writeTrade(
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
    this.#lastPrice = price
    if (this.#touchedLow === 0 || price < this.#touchedLow) this.#touchedLow = price
    if (price > this.#touchedHigh) this.#touchedHigh = price
  }

  /**
   * Fires the stops that trades have touched, and those that their own trades touch in turn. Each
   * waiting stop fires once and none joins them meanwhile, so this ends. Of the stops touched by one
   * order, buys go first from the lowest stop price up, then sells from the highest down, and at one
   * stop price the earlier first.
   */
  #fireStops(): void {
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
      this.#say(EVENT.triggered, flags, orderId, owner, amount, REASON.none, slots.cell(slot))
      this.#open.forget(slot)

      const ownerSlot = owners.find(owner)
      const refusal = this.#refusalOfBook(flags, price, amount, ownerSlot, false)
      if (refusal === REASON.none) this.#execute(orderId, owner, ownerSlot, flags, price, amount)
      else this.#say(EVENT.cancelled, flags, orderId, owner, amount, refusal, price)
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
  #keep(
    orderId: number,
    owner: number,
    flags: number,
    price: number,
    stopPrice: number,
    amount: number,
    left: number,
  ): void {
    const sequence = ++this.#orderSequence
    this.#open.add(orderId, owner, flags, price, stopPrice, amount, left, sequence)
    const isStop = (flags & STOP) !== 0
    const kind = isStop ? EVENT.waiting : EVENT.rested
    const at = isStop ? stopPrice : price
    this.events.write(kind, flags & SELL, 0, sequence, orderId, owner, at, amount, left)
  }

  #makersFor(flags: number): PriceLadder {
    return (flags & SELL) === 0 ? this.#open.asks : this.#open.bids
  }

  #say(
    kind: number,
    flags: number,
    orderId: number,
    owner: number,
    left: number,
    reason = REASON.none,
    price = 0,
  ): void {
    this.events.write(kind, flags & SELL, reason, 0, orderId, owner, price, 0, left)
  }

  #sayOf(kind: number, slot: number, reason: number): void {
    const { slots, owners } = this.#open
    const side = slots.flags(slot) & SELL
    const owner = owners.id(slots.ownerSlot(slot))
    const quantity = slots.quantity(slot)
    const left = slots.remaining(slot)
    const price = slots.price(slot)
    this.events.write(kind, side, reason, 0, slots.orderId(slot), owner, price, quantity, left)
  }

  #reject(reason: number, orderId: number, owner: number): void {
    this.events.write(EVENT.rejected, 0, reason, 0, orderId, owner, 0, 0, 0)
  }

  #load({ lastPrice, tradeSequence, orderSequence, orders }: BookState): void {
    this.#lastPrice = lastPrice
    this.#tradeSequence = tradeSequence
    this.#orderSequence = orderSequence
    let before = 0
    for (const order of [...orders].toSorted((a, b) => a.sequence - b.sequence)) {
      const { orderId, owner, price, stopPrice, quantity, remaining, sequence } = order
      checkOpenOrder(order, this.#options)
      if (sequence <= before || sequence > orderSequence || this.#open.find(orderId) !== 0)
        throw new RangeError(`Order ${orderId} is there twice or out of sequence`)
      before = sequence
      const flags = flagsOf(order)
      this.#open.add(orderId, owner, flags, price, stopPrice, quantity, remaining, sequence)
    }
    const { bids, asks } = this.#open
    if (asks.best !== 0 && bids.best >= asks.best) throw new RangeError('The book is crossed')
  }
}

/** Whether a taker with this limit trades at a price. */
function isWithin(flags: number, price: number, limit: number): boolean {
  return (flags & SELL) === 0 ? price <= limit : price >= limit
}

function levelsOf(ladder: PriceLadder, levelsMax: number): Level[] {
  const levels: Level[] = []
  for (let price = ladder.best; price !== 0; price = ladder.after(price)) {
    if (levels.length >= levelsMax) break
    levels.push({ price, quantity: ladder.total(ladder.cellOf(price)) })
  }
  return levels
}
