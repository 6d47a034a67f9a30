import { singleFlight } from '#platform/background.ts'

import { type Lease, RENEW_EVERY_MS } from './lease.ts'
import { openMarket, type MarketState } from './market-state.ts'
import { getMarket, markets } from '../markets.ts'
import { OrderIndex } from './order-index.ts'
import type { ExchangeStore } from './store.ts'
import type { Waits } from './waits.ts'

/**
 * The markets while they are ours: the lease on them, and their books in memory, which are a copy of
 * the open orders in the database and are read from there again after any doubt.
 */
export class MarketLease {
  readonly orderIndex = new OrderIndex()
  readonly #states = new Map<number, MarketState>()
  readonly #store: ExchangeStore
  readonly #waits: Waits
  readonly #owner: string
  readonly #report: (error: unknown, what: string) => void
  readonly #onRead: () => void
  readonly #onLost: () => void
  #lease: Lease | undefined
  /** Only one attempt at a time: two would load the books into each other. */
  readonly acquire = singleFlight(() => this.#own())

  /** `onRead` is called when all books are as the database has them, `onLost` when they are nobody's here. */
  constructor(parts: {
    store: ExchangeStore
    waits: Waits
    owner: string
    report: (error: unknown, what: string) => void
    onRead: () => void
    onLost: () => void
  }) {
    this.#store = parts.store
    this.#waits = parts.waits
    this.#owner = parts.owner
    this.#report = parts.report
    this.#onRead = parts.onRead
    this.#onLost = parts.onLost
  }

  get isOurs(): boolean {
    return this.#lease !== undefined
  }

  findState = (marketId: number): MarketState | undefined => this.#states.get(marketId)

  states(): Iterable<MarketState> {
    return this.#states.values()
  }

  getState(marketId: number): MarketState {
    const state = this.#states.get(marketId)
    if (!state) throw new Error(`The market ${marketId} is not open`)
    return state
  }

  /** From now on the books here are nobody's. */
  lose(): void {
    this.#lease = undefined
    this.#onLost()
  }

  async release(): Promise<void> {
    if (this.#lease) await this.#store.releaseLease(this.#lease).catch(() => undefined)
    this.#lease = undefined
  }

  async #own(): Promise<boolean> {
    try {
      const lease = await this.#take()
      if (!lease) return false
      for (const [marketId, terms] of lease.markets) await this.#read(marketId, terms)
      this.#onRead()
      this.#lease = lease
      return true
    } catch (error) {
      this.#report(error, 'the books could not be read')
      return false
    }
  }

  /**
   * Takes the lease anew over the books as they are here, and answers the sequence of each market in
   * the database; undefined when somebody else had them in between.
   */
  async reacquire(): Promise<Map<number, number> | undefined> {
    const before = this.#lease
    const lease = await this.#take()
    if (!lease || !before || !isNext(before, lease)) return undefined
    this.#lease = lease
    for (const [id, { epoch }] of lease.markets) this.getState(id).epoch = epoch
    return new Map([...lease.markets].map(([id, { sequence }]) => [id, sequence]))
  }

  /** Asks the database. */
  async areStillOurs(): Promise<boolean> {
    return this.#lease !== undefined && (await this.#store.renewLease(this.#lease))
  }

  /** Renews the lease in time, and takes it when it is free and nothing is under way. */
  async keep(signal: AbortSignal, isBusy: () => boolean): Promise<void> {
    while (!signal.aborted) {
      await this.#waits.pause(RENEW_EVERY_MS, signal)
      if (signal.aborted) return
      const lease = this.#lease
      if (lease === undefined) {
        if (!isBusy()) await this.acquire()
        continue
      }
      try {
        // Another owner took over: its epoch keeps our batches out, and we stop trying.
        if (!(await this.#store.renewLease(lease)) && this.#lease === lease) this.lose()
      } catch (error) {
        this.#report(error, 'the lease could not be renewed')
      }
    }
  }

  async #take(): Promise<Lease | undefined> {
    const ids = markets.map(({ id }) => id)
    return await this.#store.takeLease(this.#owner, ids)
  }

  async #read(marketId: number, { epoch, sequence }: { epoch: number; sequence: number }) {
    const market = getMarket(marketId)
    const stored = await this.#store.readMarket(market)
    this.orderIndex.clear(marketId)
    for (const order of stored.orders) this.orderIndex.add(order)
    this.#states.set(marketId, openMarket(market, stored, { epoch, sequence }))
  }
}

/** Whether nobody else had the markets in between. */
function isNext(before: Lease, lease: Lease): boolean {
  return [...before.markets].every(([id, { epoch }]) => lease.markets.get(id)?.epoch === epoch + 1)
}
