import type { OrderName } from './exchange.ts'
import { isOpen, type LiveOrder } from './live-order.ts'

/** Every open order by its id, its member and its client id; and those that ended a moment ago. */
export type Shelf = {
  find(id: number): LiveOrder | undefined
  /** Open, or ended so recently that the history may not have it yet. */
  findByName(name: OrderName): LiveOrder | undefined
  findOpenByClientId(memberId: number, clientId: string): LiveOrder | undefined
  ofMember(memberId: number, marketId?: number): LiveOrder[]
  add(order: LiveOrder): void
  /** Keeps an ended order for a while. */
  retire(order: LiveOrder): void
  /** Forgets the open orders of a market. */
  clear(marketId: number): void
  count(): number
}

/** Many times as many as end before the history has them, and still bounded. */
const ENDED_KEPT = 100_000

export function openShelf(): Shelf {
  /** Open, or ended a moment ago. */
  const known = new Map<number, LiveOrder>()
  const members = new Map<number, Set<LiveOrder>>()
  const byClientId = new Map<string, LiveOrder>()
  /** The ended orders in a ring: the oldest makes room. */
  const ended: (LiveOrder | undefined)[] = []
  let endedAt = 0
  let openCount = 0

  const forget = (order: LiveOrder) => {
    known.delete(order.id)
    const name = nameOf(order)
    if (name !== undefined && byClientId.get(name) === order) byClientId.delete(name)
  }
  const leaveMember = (order: LiveOrder) => {
    openCount -= 1
    const own = members.get(order.memberId)
    own?.delete(order)
    if (own?.size === 0) members.delete(order.memberId)
  }

  return {
    find: (id) => known.get(id),
    findByName({ memberId, id, clientId }) {
      const found =
        id === undefined ? byClientId.get(`${memberId} ${clientId}`) : known.get(Number(id))
      return found?.memberId === memberId ? found : undefined
    },
    findOpenByClientId(memberId, clientId) {
      const found = byClientId.get(`${memberId} ${clientId}`)
      return found && isOpen(found) ? found : undefined
    },
    ofMember(memberId, marketId) {
      const own = [...(members.get(memberId) ?? [])]
      return marketId === undefined ? own : own.filter(({ market }) => market.id === marketId)
    },
    add(order) {
      openCount += 1
      known.set(order.id, order)
      const own = members.get(order.memberId)
      if (own) own.add(order)
      else members.set(order.memberId, new Set([order]))
      const name = nameOf(order)
      if (name !== undefined) byClientId.set(name, order)
    },
    retire(order) {
      leaveMember(order)
      const oldest = ended[endedAt]
      if (oldest) forget(oldest)
      ended[endedAt] = order
      endedAt = (endedAt + 1) % ENDED_KEPT
    },
    clear(marketId) {
      // An order that ended in a batch that was not committed has not ended.
      for (const order of known.values()) {
        if (order.market.id !== marketId) continue
        forget(order)
        if (members.get(order.memberId)?.has(order)) leaveMember(order)
      }
      for (const [place, order] of ended.entries()) {
        if (order?.market.id === marketId) ended[place] = undefined
      }
    },
    count: () => openCount,
  }
}

function nameOf({ memberId, clientId }: LiveOrder): string | undefined {
  return clientId === null ? undefined : `${memberId} ${clientId}`
}
