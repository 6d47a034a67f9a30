/** Who has open orders, how many, and which, from the oldest to the newest. */

import { IdIndex } from '#id-index.ts'
import type { OrderSlots } from '#order-slots.ts'

const FIRST_CAPACITY = 256

/** An owner has a slot as long as they have an open order; slot 0 is nobody. */
export class Owners {
  readonly #orders: OrderSlots
  readonly #index = new IdIndex()
  #ids = new Float64Array(FIRST_CAPACITY)
  #counts = new Int32Array(FIRST_CAPACITY)
  #heads = new Int32Array(FIRST_CAPACITY)
  #tails = new Int32Array(FIRST_CAPACITY)
  #used = 1
  #free = 0

  constructor(orders: OrderSlots) {
    this.#orders = orders
  }

  /** The slot of an owner, 0 when they have no open order. */
  find(owner: number): number {
    return this.#index.find(owner)
  }
  id(ownerSlot: number): number {
    return this.#ids[ownerSlot] as number
  }
  count(ownerSlot: number): number {
    return this.#counts[ownerSlot] as number
  }
  oldest(ownerSlot: number): number {
    return this.#heads[ownerSlot] as number
  }

  add(owner: number, order: number): void {
    const ownerSlot = this.#index.find(owner) || this.#open(owner)
    const tail = this.#tails[ownerSlot] as number
    const orders = this.#orders
    orders.setOwnerSlot(order, ownerSlot)
    orders.setOwnerPrevious(order, tail)
    orders.setOwnerNext(order, 0)
    if (tail === 0) this.#heads[ownerSlot] = order
    else orders.setOwnerNext(tail, order)
    this.#tails[ownerSlot] = order
    this.#counts[ownerSlot] = this.count(ownerSlot) + 1
  }

  remove(order: number): void {
    const orders = this.#orders
    const ownerSlot = orders.ownerSlot(order)
    const next = orders.ownerNext(order)
    const previous = orders.ownerPrevious(order)
    if (previous === 0) this.#heads[ownerSlot] = next
    else orders.setOwnerNext(previous, next)
    if (next === 0) this.#tails[ownerSlot] = previous
    else orders.setOwnerPrevious(next, previous)
    const left = this.count(ownerSlot) - 1
    this.#counts[ownerSlot] = left
    if (left === 0) this.#close(ownerSlot)
  }

  #open(owner: number): number {
    let ownerSlot = this.#free
    if (ownerSlot !== 0) this.#free = this.oldest(ownerSlot)
    else {
      if (this.#used === this.#ids.length) this.#grow()
      ownerSlot = this.#used++
    }
    this.#ids[ownerSlot] = owner
    this.#heads[ownerSlot] = 0
    this.#tails[ownerSlot] = 0
    this.#index.add(owner, ownerSlot)
    return ownerSlot
  }

  #close(ownerSlot: number): void {
    this.#index.remove(this.id(ownerSlot))
    // A free slot keeps the next free one where an owner keeps the oldest order.
    this.#heads[ownerSlot] = this.#free
    this.#free = ownerSlot
  }

  #grow(): void {
    const capacity = this.#ids.length * 2
    const ids = new Float64Array(capacity)
    ids.set(this.#ids)
    this.#ids = ids
    this.#counts = longer(this.#counts, capacity)
    this.#heads = longer(this.#heads, capacity)
    this.#tails = longer(this.#tails, capacity)
  }
}

function longer(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(length)
  grown.set(array)
  return grown
}
