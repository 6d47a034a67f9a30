/** Who has open orders, and how many. */

import { IdIndex } from '#id-index.ts'

const FIRST_CAPACITY = 4_096
/** Room for so many owners for each one who has an open order. */
const ROOM_FOR_EACH = 4

/**
 * Slot 0 is nobody. Who has no open order any more keeps the slot until it is needed, since they
 * are likely to come back, and one who never does costs nothing for long.
 */
export class Owners {
  readonly #index = new IdIndex()
  #ids = new Float64Array(FIRST_CAPACITY)
  #counts = new Int32Array(FIRST_CAPACITY)
  #used = 1
  #free: number[] = []

  /** The slot of an owner; 0 only when they have no open order. */
  find(owner: number): number {
    return this.#index.find(owner)
  }
  id(ownerSlot: number): number {
    return this.#ids[ownerSlot] as number
  }
  count(ownerSlot: number): number {
    return this.#counts[ownerSlot] as number
  }

  /** Counts one more order of an owner, who was found at a slot or at none, and returns their slot. */
  add(owner: number, found: number): number {
    const ownerSlot = found || this.#open(owner)
    this.#counts[ownerSlot] = this.count(ownerSlot) + 1
    return ownerSlot
  }

  remove(ownerSlot: number): void {
    this.#counts[ownerSlot] = this.count(ownerSlot) - 1
  }

  #open(owner: number): number {
    if (this.#free.length === 0 && this.#used === this.#ids.length) this.#makeRoom()
    const ownerSlot = this.#free.pop() ?? this.#used++
    this.#ids[ownerSlot] = owner
    this.#index.add(owner, ownerSlot)
    return ownerSlot
  }

  /** Takes the slots of all who have no order, and makes more when those were too few. */
  #makeRoom(): void {
    let inUse = 0
    for (let ownerSlot = this.#used - 1; ownerSlot > 0; ownerSlot--) {
      if (this.count(ownerSlot) > 0) inUse++
      else {
        this.#index.remove(this.id(ownerSlot))
        this.#free.push(ownerSlot)
      }
    }
    if (inUse * ROOM_FOR_EACH > this.#ids.length) this.#grow()
  }

  #grow(): void {
    const capacity = this.#ids.length * 2
    const ids = new Float64Array(capacity)
    ids.set(this.#ids)
    this.#ids = ids
    const counts = new Int32Array(capacity)
    counts.set(this.#counts)
    this.#counts = counts
  }
}
