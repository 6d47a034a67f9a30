import type { Batch } from './batch.ts'
import { type EngineOrder, isOpen } from './engine-order.ts'

/** The batches that are matched and not committed: what they changed is not to be seen yet. */
export class Uncommitted {
  /** In the order they were matched. */
  #batches: Batch[] = []

  add(batch: Batch): void {
    this.#batches.push(batch)
  }

  remove(batch: Batch): void {
    this.#batches = this.#batches.filter((each) => each !== batch)
  }

  has(batch: Batch): boolean {
    return this.#batches.includes(batch)
  }

  clear(): void {
    this.#batches = []
  }

  /** Whether any of those that are uncommitted now is so when it is asked. */
  watch(): () => boolean {
    const now = this.#batches
    return () => this.#batches.some((batch) => now.includes(batch))
  }

  /** The lowest id of an order that is only matched; absent when there is none. */
  firstNewId(): number | undefined {
    for (const { touched } of this.#batches) {
      for (const [{ id }, { isNew }] of touched) if (isNew) return id
    }
    return undefined
  }

  /** The order as it is committed; absent when none of it is. */
  committed(order: EngineOrder): EngineOrder | undefined {
    for (const { touched } of this.#batches) {
      const change = touched.get(order)
      if (change) return change.before
    }
    return order
  }

  /** What of a member's orders is committed and open; `matched` are those that are open in memory. */
  openOrdersOf(
    memberId: number,
    marketId: number | undefined,
    matched: EngineOrder[],
  ): EngineOrder[] {
    const own = new Set(matched)
    for (const { touched } of this.#batches) {
      for (const order of touched.keys()) {
        const isMeant = marketId === undefined || order.market.id === marketId
        if (order.memberId === memberId && isMeant) own.add(order)
      }
    }
    return [...own].flatMap((order) => {
      const committed = this.committed(order)
      return committed && isOpen(committed) ? [committed] : []
    })
  }
}
