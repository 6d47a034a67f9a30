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

/** The history is filled within moments; this is many times as long, and still bounded. */
const ENDED_KEPT = 50_000

export function openShelf(): Shelf {
  const open = new Map<number, LiveOrder>()
  const members = new Map<number, Set<LiveOrder>>()
  const byClientId = new Map<string, LiveOrder>()
  const ended = new Map<number, LiveOrder>()
  /** The ended orders in a ring: the oldest makes room. */
  const endedIds = new Float64Array(ENDED_KEPT)
  let endedAt = 0

  const remove = (order: LiveOrder) => {
    open.delete(order.id)
    const own = members.get(order.memberId)
    own?.delete(order)
    if (own?.size === 0) members.delete(order.memberId)
  }
  const forgetName = (order: LiveOrder) => {
    const name = nameOf(order)
    if (name !== undefined && byClientId.get(name) === order) byClientId.delete(name)
  }

  return {
    find: (id) => open.get(id),
    findByName({ memberId, id, clientId }) {
      const found =
        id === undefined
          ? byClientId.get(`${memberId} ${clientId}`)
          : (open.get(Number(id)) ?? ended.get(Number(id)))
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
      open.set(order.id, order)
      const own = members.get(order.memberId)
      if (own) own.add(order)
      else members.set(order.memberId, new Set([order]))
      const name = nameOf(order)
      if (name !== undefined) byClientId.set(name, order)
    },
    retire(order) {
      remove(order)
      ended.set(order.id, order)
      const oldest = ended.get(endedIds[endedAt] ?? 0)
      if (oldest) {
        ended.delete(oldest.id)
        forgetName(oldest)
      }
      endedIds[endedAt] = order.id
      endedAt = (endedAt + 1) % ENDED_KEPT
    },
    clear(marketId) {
      for (const order of open.values()) {
        if (order.market.id !== marketId) continue
        remove(order)
        forgetName(order)
      }
      // An order that ended in a batch that was not committed has not ended.
      for (const order of ended.values()) {
        if (order.market.id !== marketId) continue
        ended.delete(order.id)
        forgetName(order)
      }
    },
    count: () => open.size,
  }
}

function nameOf({ memberId, clientId }: LiveOrder): string | undefined {
  return clientId === null ? undefined : `${memberId} ${clientId}`
}
