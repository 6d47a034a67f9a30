import type { EngineOrder } from './engine-order.ts'

/** The last orders that ended, in their order: the oldest make room. */
export type RecentlyEnded = {
  /** Answers those that had to make room. */
  add(order: EngineOrder): EngineOrder[]
  /** Takes out the last so many, the last one first. */
  takeLast(count: number): EngineOrder[]
  /** Those that are left, from the oldest on. */
  all(): Iterable<EngineOrder>
  clear(marketId: number): void
}

/** So long, and many times as long as the history takes to have them: it is waited for what is older. */
const KEPT_MS = 20_000
/** So many however long ago: the clock may have jumped. */
const KEPT_MIN = 10_000
/** However many end within the time. */
const KEPT_MAX = 200_000

export function openRecentlyEnded(): RecentlyEnded {
  /** A place is empty once what was there was cleared or has made room. */
  let places: (EngineOrder | undefined)[] = []
  /** The oldest place. */
  let first = 0

  const mustLeave = (order: EngineOrder | undefined, now: Date) => {
    const count = places.length - first
    if (count <= KEPT_MIN) return false
    return count > KEPT_MAX || !order || now.getTime() - order.updatedAt.getTime() > KEPT_MS
  }
  /** The oldest leave one by one, and seldom are all moved up: adding costs the same however many are kept. */
  const leave = () => {
    const oldest = places[first]
    places[first] = undefined
    first += 1
    if (first * 2 < places.length) return oldest
    places = places.slice(first)
    first = 0
    return oldest
  }

  return {
    add(order) {
      places.push(order)
      const left: EngineOrder[] = []
      while (mustLeave(places[first], order.updatedAt)) {
        const oldest = leave()
        if (oldest) left.push(oldest)
      }
      return left
    },
    takeLast(count) {
      const taken = places.splice(Math.max(first, places.length - count)).toReversed()
      return taken.filter((order) => order !== undefined)
    },
    *all() {
      for (const order of places) if (order) yield order
    },
    clear(marketId) {
      for (const [place, order] of places.entries()) {
        if (order?.market.id === marketId) places[place] = undefined
      }
    },
  }
}
