/** The orders that rest or wait: in the queue of their price, by id and by owner. */

import type { OpenOrder } from '#command.ts'
import { IdIndex } from '#id-index.ts'
import { SELL, STOP, kindOf } from '#order-flags.ts'
import { OrderSlots } from '#order-slots.ts'
import { Owners } from '#owners.ts'
import { PriceLadder } from '#price-ladder.ts'

export class OpenOrders {
  readonly slots = new OrderSlots()
  readonly owners = new Owners()
  readonly bids: PriceLadder
  readonly asks: PriceLadder
  /** Stops stand in the order in which a moving price touches them. */
  readonly buyStops: PriceLadder
  readonly sellStops: PriceLadder
  readonly #index = new IdIndex()
  /** No order with a higher id was ever here. */
  #highestId = 0

  constructor(priceMax: number) {
    this.bids = new PriceLadder(false, priceMax)
    this.asks = new PriceLadder(true, priceMax)
    this.buyStops = new PriceLadder(true, priceMax)
    this.sellStops = new PriceLadder(false, priceMax)
  }

  /** The slot of an order, 0 when it is not open: as a rule at once of one that is new. */
  find(orderId: number): number {
    return orderId > this.#highestId ? 0 : this.#index.find(orderId)
  }

  /**
   * Puts an order at the end of the queue of its price, or of its stop price. `ownerSlot` is its
   * owner's, or 0 when they have none.
   */
  add(
    orderId: number,
    owner: number,
    ownerSlot: number,
    flags: number,
    price: number,
    stopPrice: number,
    quantity: number,
    remaining: number,
    sequence: number,
  ): void {
    const { slots } = this
    const slot = slots.take()
    slots.setFlags(slot, flags)
    slots.setPrice(slot, price)
    slots.setOrderId(slot, orderId)
    slots.setQuantity(slot, quantity)
    slots.setRemaining(slot, remaining)
    slots.setSequence(slot, sequence)
    this.#index.add(orderId, slot)
    if (orderId > this.#highestId) this.#highestId = orderId
    slots.setOwnerSlot(slot, this.owners.add(owner, ownerSlot))

    const ladder = this.ladderOf(flags)
    const cell = ladder.open((flags & STOP) === 0 ? price : stopPrice)
    const tail = ladder.tail(cell)
    slots.setCell(slot, cell)
    slots.setPrevious(slot, tail)
    slots.setNext(slot, 0)
    if (tail === 0) ladder.setHead(cell, slot)
    else slots.setNext(tail, slot)
    ladder.setTail(cell, slot)
    ladder.addToTotal(cell, remaining)
  }

  /** Moves an order that was just added to where its sequence says, looking from the first on. */
  moveUp(orderId: number): void {
    const { slots } = this
    const slot = this.find(orderId)
    const ladder = this.ladderOf(slots.flags(slot))
    const cell = slots.cell(slot)
    let next = ladder.head(cell)
    while (slots.sequence(next) < slots.sequence(slot)) next = slots.next(next)
    if (next === slot) return
    const last = slots.previous(slot)
    slots.setNext(last, 0)
    ladder.setTail(cell, last)
    const previous = slots.previous(next)
    if (previous === 0) ladder.setHead(cell, slot)
    else slots.setNext(previous, slot)
    slots.setPrevious(slot, previous)
    slots.setNext(slot, next)
    slots.setPrevious(next, slot)
  }

  /** Takes an order out of its queue; it stays known until it is forgotten. */
  unlink(slot: number): void {
    const { slots } = this
    const ladder = this.ladderOf(slots.flags(slot))
    const cell = slots.cell(slot)
    const next = slots.next(slot)
    const previous = slots.previous(slot)
    if (next === 0 && previous === 0) return ladder.close(cell)
    if (previous === 0) ladder.setHead(cell, next)
    else slots.setNext(previous, next)
    if (next === 0) ladder.setTail(cell, previous)
    else slots.setPrevious(next, previous)
    ladder.addToTotal(cell, -slots.remaining(slot))
  }

  /** Ends an order that stands in no queue any more. */
  forget(slot: number): void {
    this.owners.remove(this.slots.ownerSlot(slot))
    this.#index.remove(this.slots.orderId(slot))
    this.slots.release(slot)
  }

  ladderOf(flags: number): PriceLadder {
    if ((flags & SELL) === 0) return (flags & STOP) === 0 ? this.bids : this.buyStops
    return (flags & STOP) === 0 ? this.asks : this.sellStops
  }

  /** The price of the queue in which an order stands. */
  queuePrice(slot: number): number {
    return this.ladderOf(this.slots.flags(slot)).price(this.slots.cell(slot))
  }

  at(slot: number): OpenOrder {
    const { slots, owners } = this
    const flags = slots.flags(slot)
    return {
      orderId: slots.orderId(slot),
      owner: owners.id(slots.ownerSlot(slot)),
      ...kindOf(flags),
      price: slots.price(slot),
      stopPrice: (flags & STOP) === 0 ? 0 : this.queuePrice(slot),
      quantity: slots.quantity(slot),
      remaining: slots.remaining(slot),
      sequence: slots.sequence(slot),
    }
  }

  /** Bids, asks, buy stops, sell stops, each queue by queue from the first order on. */
  *all(): Generator<OpenOrder> {
    for (const ladder of [this.bids, this.asks, this.buyStops, this.sellStops]) {
      for (let price = ladder.best; price !== 0; price = ladder.after(price)) {
        const first = ladder.head(ladder.cellOf(price))
        for (let slot = first; slot !== 0; slot = this.slots.next(slot)) yield this.at(slot)
      }
    }
  }
}
