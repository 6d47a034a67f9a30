import type { LiveOrder } from '../live-order.ts'

/** The last orders that ended, in their order: the oldest makes room. */
export type RecentlyEnded = {
  /** Answers the one that had to make room. */
  add(order: LiveOrder): LiveOrder | undefined
  /** Takes out the last so many, the last one first. */
  takeLast(count: number): LiveOrder[]
  /** Those that are left, from the oldest on. */
  all(): Iterable<LiveOrder>
  clear(marketId: number): void
}

/** Many times as many as end before the history has them, and still bounded. */
const KEPT = 200_000

export function openRecentlyEnded(): RecentlyEnded {
  const ring: (LiveOrder | undefined)[] = []
  let next = 0
  return {
    add(order) {
      const oldest = ring[next]
      ring[next] = order
      next = (next + 1) % KEPT
      return oldest
    },
    takeLast(count) {
      const taken: LiveOrder[] = []
      for (let n = 0; n < count; n += 1) {
        next = (next + KEPT - 1) % KEPT
        const order = ring[next]
        if (order) taken.push(order)
        ring[next] = undefined
      }
      return taken
    },
    *all() {
      for (let n = 0; n < ring.length; n += 1) {
        // Until it is full, the ring begins at its first place.
        const order = ring[ring.length < KEPT ? n : (next + n) % KEPT]
        if (order) yield order
      }
    },
    clear(marketId) {
      for (const [place, order] of ring.entries()) {
        if (order?.market.id === marketId) ring[place] = undefined
      }
    },
  }
}
