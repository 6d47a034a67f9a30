/** All open orders of a book as records of 64 bytes, one cache line each, in one growing buffer. */

const INTS = 16
const FLOATS = INTS / 2

// 32-bit columns.
const NEXT = 0
const PREVIOUS = 1
const CELL = 2
const FLAGS = 3
const PRICE = 4
// 64-bit columns, behind them.
const ORDER_ID = 4
const QUANTITY = 5
const REMAINING = 6
const SEQUENCE = 7

const FIRST_CAPACITY = 1_024

/** Slot 0 is nobody: it ends every list. A record means nothing until each column has been set. */
export class OrderSlots {
  count = 0
  #capacity = FIRST_CAPACITY
  #used = 1
  #free = 0
  #ints: Int32Array
  #floats: Float64Array
  #ownerSlots = new Int32Array(FIRST_CAPACITY)

  constructor() {
    const buffer = new ArrayBuffer(FIRST_CAPACITY * INTS * 4)
    this.#ints = new Int32Array(buffer)
    this.#floats = new Float64Array(buffer)
  }

  take(): number {
    this.count++
    const slot = this.#free
    if (slot !== 0) {
      this.#free = this.next(slot)
      return slot
    }
    if (this.#used === this.#capacity) this.#grow()
    return this.#used++
  }

  release(slot: number): void {
    this.count--
    this.setOwnerSlot(slot, 0)
    this.setNext(slot, this.#free)
    this.#free = slot
  }

  /** The neighbours in the queue of its price. */
  next(slot: number): number {
    return this.#ints[slot * INTS + NEXT] as number
  }
  setNext(slot: number, value: number): void {
    this.#ints[slot * INTS + NEXT] = value
  }
  previous(slot: number): number {
    return this.#ints[slot * INTS + PREVIOUS] as number
  }
  setPrevious(slot: number, value: number): void {
    this.#ints[slot * INTS + PREVIOUS] = value
  }

  /** Where its ladder keeps its price level. */
  cell(slot: number): number {
    return this.#ints[slot * INTS + CELL] as number
  }
  setCell(slot: number, value: number): void {
    this.#ints[slot * INTS + CELL] = value
  }
  flags(slot: number): number {
    return this.#ints[slot * INTS + FLAGS] as number
  }
  setFlags(slot: number, value: number): void {
    this.#ints[slot * INTS + FLAGS] = value
  }
  /** The limit; 0 for a stop market order. */
  price(slot: number): number {
    return this.#ints[slot * INTS + PRICE] as number
  }
  setPrice(slot: number, value: number): void {
    this.#ints[slot * INTS + PRICE] = value
  }

  /** Kept apart from the records, so that the orders of one owner are found in one quick sweep. */
  ownerSlot(slot: number): number {
    return this.#ownerSlots[slot] as number
  }
  setOwnerSlot(slot: number, value: number): void {
    this.#ownerSlots[slot] = value
  }
  ofOwner(ownerSlot: number): number[] {
    const ownerSlots = this.#ownerSlots
    const found: number[] = []
    for (let slot = 1; slot < this.#used; slot++) {
      if (ownerSlots[slot] === ownerSlot) found.push(slot)
    }
    return found
  }

  orderId(slot: number): number {
    return this.#floats[slot * FLOATS + ORDER_ID] as number
  }
  setOrderId(slot: number, value: number): void {
    this.#floats[slot * FLOATS + ORDER_ID] = value
  }
  quantity(slot: number): number {
    return this.#floats[slot * FLOATS + QUANTITY] as number
  }
  setQuantity(slot: number, value: number): void {
    this.#floats[slot * FLOATS + QUANTITY] = value
  }
  remaining(slot: number): number {
    return this.#floats[slot * FLOATS + REMAINING] as number
  }
  setRemaining(slot: number, value: number): void {
    this.#floats[slot * FLOATS + REMAINING] = value
  }
  sequence(slot: number): number {
    return this.#floats[slot * FLOATS + SEQUENCE] as number
  }
  setSequence(slot: number, value: number): void {
    this.#floats[slot * FLOATS + SEQUENCE] = value
  }

  #grow(): void {
    this.#capacity *= 2
    const buffer = new ArrayBuffer(this.#capacity * INTS * 4)
    const ints = new Int32Array(buffer)
    ints.set(this.#ints)
    this.#ints = ints
    this.#floats = new Float64Array(buffer)
    const ownerSlots = new Int32Array(this.#capacity)
    ownerSlots.set(this.#ownerSlots)
    this.#ownerSlots = ownerSlots
  }
}
