import { setTimeout as sleep } from 'node:timers/promises'

import type { Db, Tx } from '@btbc/database/database.ts'
import { lockAccounts } from '@btbc/ledger/lock.ts'
import { sql } from 'kysely'

import { changeAccountId, houseAccountIds, openBalances } from './balances.ts'
import { type Batch, type Draft, startBatch } from './batch.ts'
import type { Batch as PublishedBatch, FeeRates, OrderName } from './exchange.ts'
import {
  giveLeaseBack,
  type Lease,
  readSequences,
  renewLease,
  RENEW_EVERY_MS,
  takeLease,
} from './lease.ts'
import { isOpen, type LiveOrder } from './live-order.ts'
import { openMarket, type MarketState } from './market-state.ts'
import { findMarket, markets } from './markets.ts'
import {
  commitLevels,
  noteBalances,
  toOutcome,
  toPublished,
  type Views,
  viewsOf,
} from './published.ts'
import { answerAll, type Command, openQueue, run } from './queue.ts'
import { settle } from './settlement.ts'
import { openShelf } from './shelf.ts'
import { drawOrderNumbers, NUMBERS_PER_BLOCK, readMarket } from './stored-book.ts'

/**
 * The engine: one queue, one batch at a time, one transaction for each. The next batch is whatever
 * arrived while the last one was on its way to the disk. The books here are a copy of the open orders
 * in the database; after any doubt they are read from there again.
 */

export type EngineParts = {
  db: Db
  now: () => Date
  /** Names this engine among others on the same database. */
  owner: string
  report: (error: unknown, what: string) => void
  ratesOf: (memberId: number) => FeeRates
}

export type Engine = {
  /** As committed: a batch that is still on its way is not to be seen. */
  findOrder(name: OrderName): LiveOrder | undefined
  openOrdersOf(memberId: number, marketId?: number): LiveOrder[]
  countOpen(): number
  findState: (marketId: number) => MarketState | undefined
  submit(command: Command): void
  onBatch(listener: (batch: PublishedBatch) => void): () => void
  /** Whether this engine owns the markets now. */
  isRunning(): boolean
  settled(): Promise<void>
  stop(): Promise<void>
}

const RETRY_EVERY_MS = 250
/** How long a caller waits while it is found out whether a batch was committed. */
const DOUBT_MS_MAX = 5_000
const LOCK_WAIT_MAX = '3s'

/** How a batch came out: a failed commit may have been one all the same. */
type Ended = { batch: Batch; drafts: Draft[][]; expected: Map<number, number> }
class DoubtfulCommit extends Error {
  readonly ended: Ended
  constructor(ended: Ended, cause: unknown) {
    super('The commit of a batch was not answered', { cause })
    this.ended = ended
  }
}

export async function startEngine(parts: EngineParts): Promise<Engine> {
  const engine = new RunningEngine(parts)
  await engine.start()
  return engine
}

class RunningEngine implements Engine {
  readonly #shelf = openShelf()
  readonly #parts: EngineParts
  readonly #queue = openQueue()
  readonly #states = new Map<number, MarketState>()
  readonly #listeners = new Set<(batch: PublishedBatch) => void>()
  readonly #stopping = new AbortController()
  #lease: Lease | undefined
  /** The batch that is matched and not yet committed. */
  #underWay: Batch | undefined
  #numbers: { next: number; end: number }[] = []
  #batches = 0
  #wake: (() => void) | undefined
  #idle: Promise<void> = Promise.resolve()
  #loop: Promise<void> = Promise.resolve()
  #owning: Promise<boolean> | undefined
  #isBusy = false
  /** Batches that are committed and whose answers are still to be made. */
  #unanswered = 0

  constructor(parts: EngineParts) {
    this.#parts = parts
  }

  /** Comes back when it owns the markets, or when it has to wait for another owner. */
  async start(): Promise<void> {
    await this.#tryToOwn()
    this.#loop = this.#run()
    this.#idle = this.#keepLease()
  }

  findState = (marketId: number): MarketState | undefined => this.#states.get(marketId)
  countOpen = (): number => this.#shelf.count()

  findOrder(name: OrderName): LiveOrder | undefined {
    const order = this.#shelf.findByName(name)
    return order && this.#asCommitted(order)
  }

  openOrdersOf(memberId: number, marketId?: number): LiveOrder[] {
    const own = new Set(this.#shelf.ofMember(memberId, marketId))
    for (const { order } of this.#underWay?.ended ?? []) {
      const isMeant = marketId === undefined || order.market.id === marketId
      if (order.memberId === memberId && isMeant) own.add(order)
    }
    return [...own].flatMap((order) => {
      const committed = this.#asCommitted(order)
      return committed && isOpen(committed) ? [committed] : []
    })
  }

  #asCommitted(order: LiveOrder): LiveOrder | undefined {
    const change = this.#underWay?.touched.get(order)
    return change === undefined ? order : change.before
  }

  isRunning = (): boolean => this.#lease !== undefined

  submit(command: Command): void {
    if (this.#lease === undefined || this.#stopping.signal.aborted || !this.#queue.add(command)) {
      answerAll(command, 'try_again')
      return
    }
    this.#wake?.()
  }

  onBatch(listener: (batch: PublishedBatch) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async settled(): Promise<void> {
    while (this.#isBusy || this.#unanswered > 0 || !this.#queue.isEmpty()) await sleep(1)
  }

  async stop(): Promise<void> {
    await this.settled()
    this.#stopping.abort()
    this.#wake?.()
    await Promise.all([this.#loop, this.#idle])
    if (this.#lease) await giveLeaseBack(this.#parts.db, this.#lease).catch(() => undefined)
    this.#lease = undefined
  }

  /** One connection for all batches, with its plans pinned, for as long as it lasts. */
  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        await this.#parts.db.connection().execute(async (connection) => {
          await pinPlans(connection)
          try {
            await this.#runBatches(connection)
          } finally {
            await sql`reset all`.execute(connection).catch(() => undefined)
          }
        })
      } catch (error) {
        this.#parts.report(error, 'a batch failed')
        await this.#recover()
      }
    }
  }

  async #runBatches(connection: Db): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      if (this.#queue.isEmpty()) {
        await new Promise<void>((resolve) => (this.#wake = resolve))
        this.#wake = undefined
        continue
      }
      this.#isBusy = true
      const commands = this.#queue.take()
      if (this.#lease === undefined) {
        for (const command of commands) answerAll(command, 'try_again')
        this.#isBusy = false
        continue
      }
      try {
        await this.#runBatch(connection, commands)
      } catch (error) {
        // What was certainly not done can be tried again; what is in doubt is found out first.
        if (error instanceof DoubtfulCommit) await this.#resolveDoubt(error.ended, commands)
        else for (const command of commands) answerAll(command, 'try_again')
        throw error
      } finally {
        this.#isBusy = false
      }
    }
  }

  async #runBatch(connection: Db, commands: readonly Command[]): Promise<void> {
    await this.#drawNumbers(commands)
    let ended: Ended | undefined
    try {
      await connection.transaction().execute(async (tx) => {
        const work = await this.#match(tx, commands)
        if (work.batch.touched.size > 0) {
          await this.#settle(tx, work)
          ended = work
        } else this.#publish(work, commands)
      })
    } catch (error) {
      throw ended === undefined ? error : new DoubtfulCommit(ended, error)
    }
    if (ended) this.#publish(ended, commands)
  }

  async #match(tx: Tx, commands: readonly Command[]): Promise<Ended> {
    const batch = startBatch(
      this.#parts.now(),
      openBalances(await lockAccounts(tx, accountsOf(commands))),
    )
    const parts = {
      shelf: this.#shelf,
      findState: this.findState,
      ratesOf: this.#parts.ratesOf,
      nextOrderId: () => this.#nextOrderId(),
    }
    this.#underWay = batch
    const drafts = commands.map((command) => run(parts, batch, command))
    return { batch, drafts, expected: new Map() }
  }

  async #settle(tx: Tx, { batch, expected }: Ended): Promise<void> {
    if (this.#listeners.size > 0) {
      const unread = [...batch.balances.touched()].flatMap(({ id, isRead }) => (isRead ? [] : [id]))
      noteBalances(batch, await lockAccounts(tx, unread))
    }
    const states = [...new Set([...batch.touched.keys()].map(({ market }) => market.id))].map(
      (id) => this.#getState(id),
    )
    for (const state of states) expected.set(state.market.id, state.sequence + 1)
    const orders = [...batch.touched]
    const stillOpen = orders.filter(([order]) => isOpen(order))
    this.#batches += 1
    await settle(tx, {
      name: `${states[0]?.epoch}:${states[0]?.market.id}:${this.#batches}`,
      at: batch.at,
      moves: batch.balances.moves(),
      opened: stillOpen.flatMap(([order]) => (order.isStored ? [] : [order])),
      changed: stillOpen.flatMap(([order]) => (order.isStored ? [order] : [])),
      ended: batch.ended,
      trades: batch.trades,
      leases: states.map(({ market, epoch, sequence }) => ({
        marketId: market.id,
        epoch,
        sequence: sequence + 1,
      })),
    })
  }

  /**
   * After the commit memory follows at once. The answers are made while the database is already busy
   * with the next batch, in the order of the commits.
   */
  #publish(ended: Ended, commands: readonly Command[]): void {
    const { batch } = ended
    this.#underWay = undefined
    const touched = new Map<number, MarketState>()
    for (const order of batch.touched.keys()) {
      order.isStored = isOpen(order)
      touched.set(order.market.id, this.#getState(order.market.id))
    }
    for (const state of touched.values()) state.sequence += 1
    const levels = commitLevels(batch)
    const changed = [...touched].map(([marketId, { sequence }]) => ({ marketId, sequence }))
    const views = viewsOf(batch)
    this.#unanswered += 1
    setImmediate(() => {
      this.#unanswered -= 1
      this.#answer(ended, commands, views)
      if (changed.length === 0 || this.#listeners.size === 0) return
      this.#tell(toPublished(batch, levels, changed, views))
    })
  }

  #answer({ drafts }: Ended, commands: readonly Command[], views: Views): void {
    for (const [n, command] of commands.entries()) {
      command.answer((drafts[n] ?? []).map((draft) => toOutcome(draft, views)))
    }
  }

  #tell(published: PublishedBatch): void {
    for (const listener of this.#listeners) {
      try {
        listener(published)
      } catch (error) {
        this.#parts.report(error, 'a listener of the exchange failed')
      }
    }
  }

  /** The database knows whether it committed; its answer waits until it has decided. */
  async #resolveDoubt(ended: Ended, commands: readonly Command[]): Promise<void> {
    const until = performance.now() + DOUBT_MS_MAX
    while (this.#lease && performance.now() < until && !this.#stopping.signal.aborted) {
      try {
        const sequences = await readSequences(this.#parts.db, this.#lease)
        const isCommitted = [...ended.expected].every(([id, n]) => sequences.get(id) === n)
        if (isCommitted) this.#publish(ended, commands)
        else for (const command of commands) answerAll(command, 'try_again')
        return
      } catch {
        await sleep(RETRY_EVERY_MS)
      }
    }
    for (const command of commands) answerAll(command, 'unknown')
  }

  /** Reads the books again, under a lease that is certainly ours. */
  async #recover(): Promise<void> {
    const { signal } = this.#stopping
    this.#lease = undefined
    for (const command of this.#takeAll()) answerAll(command, 'try_again')
    while (!signal.aborted && !(await this.#tryToOwn())) {
      await sleep(RETRY_EVERY_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  *#takeAll(): Generator<Command> {
    while (!this.#queue.isEmpty()) yield* this.#queue.take()
  }

  /** Only one attempt at a time: two would load the books into each other. */
  async #tryToOwn(): Promise<boolean> {
    this.#owning ??= this.#own().finally(() => (this.#owning = undefined))
    return await this.#owning
  }

  async #own(): Promise<boolean> {
    const { db, owner, report } = this.#parts
    try {
      const lease = await takeLease(
        db,
        owner,
        markets.map(({ id }) => id),
      )
      if (!lease) return false
      await this.#load(lease)
      this.#lease = lease
      return true
    } catch (error) {
      report(error, 'the books could not be read')
      return false
    }
  }

  async #load(lease: Lease): Promise<void> {
    for (const [marketId, terms] of lease.markets) {
      const market = findMarket(marketId)
      if (!market) throw new Error(`A lease of an unknown market ${marketId}`)
      const stored = await readMarket(this.#parts.db, market)
      this.#shelf.clear(marketId)
      for (const order of stored.orders) this.#shelf.add(order)
      this.#states.set(marketId, openMarket(market, stored, terms))
    }
    this.#underWay = undefined
    this.#numbers = []
  }

  async #keepLease(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await sleep(RENEW_EVERY_MS, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      if (this.#lease === undefined) {
        if (!this.#isBusy) await this.#tryToOwn()
        continue
      }
      const lease = this.#lease
      try {
        // Another owner took over: its epoch keeps our batches out, and we stop trying.
        if (!(await renewLease(this.#parts.db, lease)) && this.#lease === lease) {
          this.#lease = undefined
        }
      } catch (error) {
        this.#parts.report(error, 'the lease could not be renewed')
      }
    }
  }

  async #drawNumbers(commands: readonly Command[]): Promise<void> {
    const needed = commands.reduce(
      (sum, command) => sum + (command.kind === 'place' ? command.orders.length : 0),
      0,
    )
    let there = this.#numbers.reduce((sum, { next, end }) => sum + end - next, 0)
    while (there < needed) {
      const next = await drawOrderNumbers(this.#parts.db)
      this.#numbers.push({ next, end: next + NUMBERS_PER_BLOCK })
      there += NUMBERS_PER_BLOCK
    }
  }

  #nextOrderId(): number {
    const [block] = this.#numbers
    if (!block) throw new Error('The order numbers have run out')
    const id = block.next
    block.next += 1
    if (block.next === block.end) this.#numbers.shift()
    return id
  }

  #getState(marketId: number): MarketState {
    const state = this.#states.get(marketId)
    if (!state) throw new Error(`The market ${marketId} is not open`)
    return state
  }
}

/** A plan made while the tables were empty must not scan them for ever. */
async function pinPlans(connection: Db): Promise<void> {
  await sql
    .raw(
      `set plan_cache_mode = force_generic_plan; set enable_seqscan = off;
       set enable_hashjoin = off; set enable_mergejoin = off; set lock_timeout = '${LOCK_WAIT_MAX}'`,
    )
    .execute(connection)
}

/** The change wallets of all who place an order here, and what the house takes of their trades. */
function accountsOf(commands: readonly Command[]): number[] {
  const ids = new Set<number>()
  for (const command of commands) {
    if (command.kind !== 'place') continue
    for (const { memberId, marketId } of command.orders) {
      const market = findMarket(marketId)
      if (!market) continue
      for (const currency of [market.base, market.quote])
        ids.add(changeAccountId(memberId, currency))
    }
  }
  const currencies = [...new Set(markets.flatMap(({ base, quote }) => [base, quote]))]
  return [...ids, ...houseAccountIds(currencies)]
}
