import { singleFlight } from '#platform/background.ts'

import { type Lease, RENEW_EVERY_MS, RENEWALS_PER_LEASE } from './lease.ts'
import { openMarket, type MarketState } from './market-state.ts'
import { getMarket, markets } from '../markets.ts'
import { OrderIndex } from './order-index.ts'
import type { ExchangeStore } from './store.ts'
import type { Waits } from './waits.ts'

/** How many looks in a row may find the work where it was. */
const STUCK_LOOKS_MAX = 5

/** What is done with the markets while they are ours. */
type Work = {
  isBusy(): boolean
  /** How often it came on; undefined while nothing waits for it. */
  steps(): number | undefined
}

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
  /** By looks, and not by the time: while this process stands still it tells nobody anything. */
  #looks = 0
  /** The look at which the lease was asked for, or to be renewed, the last time that it was given. */
  #givenAt = 0
  #renewing: Promise<void> | undefined
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

  /** Whether nobody else may have taken them meanwhile: it was renewed in time. */
  get isHeld(): boolean {
    return this.isOurs && this.#looks - this.#givenAt < RENEWALS_PER_LEASE
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
    await this.#store.close()
  }

  async #own(): Promise<boolean> {
    try {
      const lease = await this.#take()
      if (!lease || !(await this.#readAll(lease))) return false
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
    const lease = this.#lease
    const askedAt = this.#looks
    if (!lease || !(await this.#store.renewLease(lease))) return false
    this.#givenAt = askedAt
    return true
  }

  /**
   * Renews the lease in time, and takes it when it is free and nothing is under way. Who gets nowhere
   * with what waits lets others have it.
   */
  async keep(signal: AbortSignal, work: Work): Promise<void> {
    let steps: number | undefined
    let stuckLooks = 0
    while (!signal.aborted) {
      await this.#waits.pause(RENEW_EVERY_MS, signal)
      if (signal.aborted) break
      this.#looks += 1
      const before = steps
      steps = work.steps()
      stuckLooks = steps !== undefined && steps === before ? stuckLooks + 1 : 0
      if (!this.#lease) {
        if (!work.isBusy()) await this.acquire()
      } else if (stuckLooks < STUCK_LOOKS_MAX) {
        this.#renewing ??= this.#renew(this.#lease).finally(() => (this.#renewing = undefined))
      }
    }
    await this.#renewing
  }

  async #renew(lease: Lease): Promise<void> {
    try {
      // Another owner took over: its epoch keeps our batches out, and we stop trying.
      if (!(await this.areStillOurs()) && this.#lease === lease) this.lose()
    } catch (error) {
      this.#report(error, 'the lease could not be renewed')
    }
  }

  async #take(): Promise<Lease | undefined> {
    const ids = markets.map(({ id }) => id)
    const askedAt = this.#looks
    const lease = await this.#store.takeLease(this.#owner, ids)
    if (lease) this.#givenAt = askedAt
    return lease
  }

  /** Large books take longer to read than a lease lasts: it is renewed meanwhile, and false when it was lost. */
  async #readAll(lease: Lease): Promise<boolean> {
    const reading = new AbortController()
    const renewing = this.#renewUntil(reading.signal, lease)
    try {
      for (const [marketId, leased] of lease.markets) await this.#read(marketId, leased)
    } finally {
      reading.abort()
    }
    return await renewing
  }

  async #renewUntil(signal: AbortSignal, lease: Lease): Promise<boolean> {
    try {
      for (;;) {
        await this.#waits.pause(RENEW_EVERY_MS, signal)
        if (signal.aborted) return true
        if (!(await this.#store.renewLease(lease))) return false
      }
    } catch (error) {
      this.#report(error, 'the lease could not be renewed')
      return false
    }
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
