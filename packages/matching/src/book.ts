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
 * however deep the book is; a fill-or-kill walks the orders it would take before it takes them, and
 * cancel-all sweeps once over one column of all orders. An order takes some 100 bytes.
 */

import { type BookOptions, withDefaults } from '#book-options.ts'
import type {
  Amend,
  BookMark,
  BookState,
  Cancel,
  CancelAll,
  Command,
  OpenOrder,
  Place,
} from '#command.ts'
import { digestOf } from '#digest.ts'
import { EVENT, EventBuffer, REASON } from '#events.ts'
import { Matcher } from '#matcher.ts'
import { OpenOrders } from '#open-orders.ts'
import { BUDGET, FOK, IOC, SELL, STOP, flagsOf, flagsOfPlace } from '#order-flags.ts'
import { checkId, checkOpenOrder, faultOf, isWhole } from '#order-rules.ts'
import type { PriceLadder } from '#price-ladder.ts'

export type Level = { price: number; quantity: number }
export type Depth = { bids: Level[]; asks: Level[] }

/** A new book, or one that goes on where another stood. */
export function createBook(options: Partial<BookOptions> = {}, state?: BookState): Book {
  return new Book(withDefaults(options), state)
}

export class Book {
  /** Grows with every command until the caller clears it, as a rule once a batch. */
  readonly events = new EventBuffer()
  readonly #options: BookOptions
  readonly #open: OpenOrders
  readonly #matcher: Matcher
  constructor(options: BookOptions, state?: BookState) {
    this.#options = options
    this.#open = new OpenOrders(options.priceMax)
    this.#matcher = new Matcher(this.#open, this.events, options.collarBps)
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
    return this.#matcher.lastPrice
  }
  get tradeSequence(): number {
    return this.#matcher.tradeSequence
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

  /**
   * How many lots a market order has to sell, as the book stands, to bring as much of a budget as whole
   * lots can. What the bids within its collar lack of it counts at the last of them, and finds no buyer.
   */
  lotsToRaise(budget: number): number {
    return this.#matcher.lotsToRaise(budget)
  }

  findOrder(orderId: number): OpenOrder | undefined {
    const slot = this.#open.find(orderId)
    return slot === 0 ? undefined : this.#open.at(slot)
  }

  /** Orders come as they stand: bids, asks, buy stops, sell stops, each from the first on. */
  state(): BookState {
    return { ...this.mark(), orders: this.#open.all() }
  }

  /** Where the book stands, for `rollBack`. */
  mark(): BookMark {
    const { lastPrice, tradeSequence, orderSequence } = this.#matcher
    return { lastPrice, tradeSequence, orderSequence }
  }

  /**
   * Goes back to a mark: every order that changed since is out of the book, and those that were open
   * then are again what and where they were. Takes a few steps for each, and one for each order that
   * stood before it in its queue and did not change.
   */
  rollBack(mark: BookMark, changed: Iterable<number>, before: Iterable<OpenOrder>): void {
    for (const orderId of changed) {
      const slot = this.#open.find(orderId)
      if (slot === 0) continue
      this.#open.unlink(slot)
      this.#open.forget(slot)
    }
    // The last first, so that those that stood at the front of a queue find it at once.
    for (const order of [...before].toSorted((a, b) => b.sequence - a.sequence)) {
      this.#put(order)
      this.#open.moveUp(order.orderId)
    }
    Object.assign(this.#matcher, mark)
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
        : this.#matcher.refusalOf(flags, price, amount, ownerSlot, postOnly)
    }
    if (refusal !== REASON.none) return this.#reject(refusal, orderId, owner)

    if (isStop) {
      return this.#matcher.keep(orderId, owner, ownerSlot, flags, price, stopPrice, amount, amount)
    }
    this.#matcher.execute(orderId, owner, ownerSlot, flags, price, amount)
    this.#matcher.fireStops()
  }

  #cancel({ orderId, owner }: Cancel): void {
    const slot = this.#findOf(orderId, owner)
    if (slot === 0) return this.#reject(REASON.unknown_order, orderId, owner ?? 0)
    this.#cancelAt(slot)
  }

  /** From the oldest order to the newest; the only command that looks at all open orders. */
  #cancelAll({ owner }: CancelAll): void {
    const { owners, slots } = this.#open
    const ownerSlot = owners.find(owner)
    if (owners.count(ownerSlot) === 0) return
    const own = slots.ofOwner(ownerSlot).toSorted((a, b) => slots.sequence(a) - slots.sequence(b))
    for (const slot of own) this.#cancelAt(slot)
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
    if (this.#open.owners.count(ownerSlot) >= ordersPerOwnerMax) return REASON.too_many_orders
    return this.#open.slots.count >= ordersMax ? REASON.book_full : REASON.none
  }

  #refusalOfStop(flags: number, stopPrice: number): number {
    const last = this.#matcher.lastPrice
    if (last === 0) return REASON.none
    const isTouched = (flags & SELL) !== 0 ? last <= stopPrice : last >= stopPrice
    return isTouched ? REASON.would_trigger : REASON.none
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

  #load({ orders, ...mark }: BookState): void {
    Object.assign(this.#matcher, mark)
    let before = 0
    for (const order of [...orders].toSorted((a, b) => a.sequence - b.sequence)) {
      const { orderId, sequence } = order
      checkOpenOrder(order, this.#options)
      if (sequence <= before || sequence > mark.orderSequence || this.#open.find(orderId) !== 0)
        throw new RangeError(`Order ${orderId} is there twice or out of sequence`)
      before = sequence
      this.#put(order)
    }
    const { bids, asks } = this.#open
    if (asks.best !== 0 && bids.best >= asks.best) throw new RangeError('The book is crossed')
  }

  #put(order: OpenOrder): void {
    const { orderId, owner, price, stopPrice, quantity, remaining, sequence } = order
    const flags = flagsOf(order)
    const ownerSlot = this.#open.owners.find(owner)
    this.#open.add(
      orderId,
      owner,
      ownerSlot,
      flags,
      price,
      stopPrice,
      quantity,
      remaining,
      sequence,
    )
  }
}

function levelsOf(ladder: PriceLadder, levelsMax: number): Level[] {
  const levels: Level[] = []
  for (let price = ladder.best; price !== 0; price = ladder.after(price)) {
    if (levels.length >= levelsMax) break
    levels.push({ price, quantity: ladder.total(ladder.cellOf(price)) })
  }
  return levels
}
