import { type EngineOrder, isOpen } from './engine-order.ts'
import type { OrderName } from '../exchange.ts'
import { openRecentlyEnded } from './recently-ended.ts'

/** Every open order by its id, its member and its client id; and those that ended a moment ago. */
export class OrderIndex {
  /** Open, or ended a moment ago. */
  readonly #known = new Map<number, EngineOrder>()
  /** Of each member, the open ones. */
  readonly #members = new Map<number, Set<EngineOrder>>()
  readonly #byClientId = new Map<string, EngineOrder>()
  readonly #ended = openRecentlyEnded()
  #openCount = 0

  find(id: number): EngineOrder | undefined {
    return this.#known.get(id)
  }

  /** Open, or ended so recently that the history may not have it yet. */
  findByName({ memberId, id, clientId }: OrderName): EngineOrder | undefined {
    const found =
      id === undefined
        ? this.#byClientId.get(`${memberId} ${clientId}`)
        : this.#known.get(Number(id))
    return found?.memberId === memberId ? found : undefined
  }

  findOpenByClientId(memberId: number, clientId: string): EngineOrder | undefined {
    const found = this.#byClientId.get(`${memberId} ${clientId}`)
    return found && isOpen(found) ? found : undefined
  }

  ofMember(memberId: number, marketId?: number): EngineOrder[] {
    const own = [...(this.#members.get(memberId) ?? [])]
    return marketId === undefined ? own : own.filter(({ market }) => market.id === marketId)
  }

  countOpen(): number {
    return this.#openCount
  }

  add(order: EngineOrder): void {
    this.#open(order)
    this.#known.set(order.id, order)
    const name = nameOf(order)
    if (name !== undefined) this.#byClientId.set(name, order)
  }

  /** Keeps an ended order for a while. */
  retire(order: EngineOrder): void {
    this.#close(order)
    for (const oldest of this.#ended.add(order)) this.#forget(oldest)
  }

  /** The last so many that were retired are open again, and those that were added never were. */
  rollBack(added: readonly EngineOrder[], retired: number): void {
    const reopened = this.#ended.takeLast(retired)
    for (const order of reopened) this.#open(order)
    const names = new Set<string>()
    for (const order of added) {
      this.#close(order)
      this.#forget(order)
      const name = nameOf(order)
      if (name !== undefined) names.add(name)
    }
    if (names.size === 0) return
    // A name is its last order's: of an older one again, where a new one had taken it over.
    for (const orders of [this.#ended.all(), reopened]) {
      for (const order of orders) {
        const name = nameOf(order)
        if (name === undefined || !names.has(name) || !this.#known.has(order.id)) continue
        this.#byClientId.set(name, order)
      }
    }
  }

  /** Forgets the orders of a market. */
  clear(marketId: number): void {
    // An order that ended in a batch that was not committed has not ended.
    for (const order of this.#known.values()) {
      if (order.market.id !== marketId) continue
      this.#forget(order)
      if (this.#members.get(order.memberId)?.has(order)) this.#close(order)
    }
    this.#ended.clear(marketId)
  }

  #open(order: EngineOrder): void {
    this.#openCount += 1
    const own = this.#members.get(order.memberId)
    if (own) own.add(order)
    else this.#members.set(order.memberId, new Set([order]))
  }

  #close(order: EngineOrder): void {
    this.#openCount -= 1
    const own = this.#members.get(order.memberId)
    own?.delete(order)
    if (own?.size === 0) this.#members.delete(order.memberId)
  }

  #forget(order: EngineOrder): void {
    this.#known.delete(order.id)
    const name = nameOf(order)
    if (name !== undefined && this.#byClientId.get(name) === order) this.#byClientId.delete(name)
  }
}

function nameOf({ memberId, clientId }: EngineOrder): string | undefined {
  return clientId === null ? undefined : `${memberId} ${clientId}`
}
