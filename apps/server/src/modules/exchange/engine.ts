import { setTimeout as sleep } from 'node:timers/promises'

import type { Db } from '@btbc/database/database.ts'

import { openBalances } from './balances.ts'
import { type Batch, startBatch } from './batch.ts'
import { accountsOf, settlementOf } from './batch-settlement.ts'
import type { Draft } from './commands.ts'
import { type Committer, DoubtfulCommit, openCommitter } from './committer.ts'
import type {
  BalanceChange,
  Batch as PublishedBatch,
  Exchange,
  FeeRates,
  OrderName,
} from './exchange.ts'
import { isOpen, type LiveOrder } from './live-order.ts'
import type { MarketState } from './market-state.ts'
import { openOrderNumbers, type OrderNumbers } from './order-numbers.ts'
import { Ownership } from './ownership.ts'
import { commitLevels, toOutcome, toPublished, viewsOf } from './published.ts'
import { answerAll, type Command, openQueue, type Queue, run } from './queue.ts'
import { settleStatement } from './settlement.ts'

/**
 * The engine: one queue, one batch at a time, one transaction for each. The next batch is whatever
 * arrived while the last one was on its way to the disk.
 */

export type EngineParts = {
  db: Db
  now: () => Date
  /** Names this engine among others on the same database. */
  owner: string
  report: (error: unknown, what: string) => void
  ratesOf: (memberId: number) => FeeRates
  /** How many orders a batch takes; a thousand by default. */
  batchOrdersMax?: number
}

export type Engine = {
  /** As committed: a batch that is still on its way is not to be seen. */
  findOrder(name: OrderName): LiveOrder | undefined
  openOrdersOf(memberId: number, marketId?: number): LiveOrder[]
  countOpen(): number
  findState: (marketId: number) => MarketState | undefined
  submit(command: Command): void
  onBatch: Exchange['onBatch']
  told(): Promise<void>
  /** Whether this engine owns the markets now. */
  isRunning(): boolean
  settled(): Promise<void>
  stop(): Promise<void>
}

const RETRY_EVERY_MS = 250
/** How long a caller waits while it is found out whether a batch was committed. */
const DOUBT_MS_MAX = 5_000
/** More account ids than this are not remembered. */
const ACCOUNTS_KNOWN_MAX = 1_000_000

/** A batch that is matched, and the sequence each market has when it is committed. */
type Work = { batch: Batch; drafts: Draft[][]; expected: Map<number, number> }

type Listener = {
  hear: (batch: PublishedBatch) => void
  wantsBalancesOf: (memberId: number) => boolean
}

export async function startEngine(parts: EngineParts): Promise<Engine> {
  const engine = new RunningEngine(parts)
  await engine.start()
  return engine
}

class RunningEngine implements Engine {
  readonly #parts: EngineParts
  readonly #queue: Queue
  readonly #books: Ownership
  readonly #numbers: OrderNumbers
  readonly #listeners = new Set<Listener>()
  /** Accounts that are certainly open: nothing ever closes one. */
  readonly #accounts = new Set<number>()
  readonly #stopping = new AbortController()
  /** The batch that is matched and not yet committed. */
  #underWay: Batch | undefined
  #batches = 0
  #wake: (() => void) | undefined
  #keeping: Promise<void> = Promise.resolve()
  #loop: Promise<void> = Promise.resolve()
  #isBusy = false
  /** Batches that are committed and whose answers are still to be made. */
  #unanswered = 0

  constructor(parts: EngineParts) {
    this.#parts = parts
    const onRead = () => (this.#underWay = undefined)
    this.#books = new Ownership({ ...parts, onRead })
    this.#numbers = openOrderNumbers(parts.db)
    this.#queue = openQueue(parts.batchOrdersMax)
  }

  /** Comes back when it owns the markets, or when it has to wait for another owner. */
  async start(): Promise<void> {
    await this.#books.tryToOwn()
    this.#loop = this.#run()
    this.#keeping = this.#books.keep(this.#stopping.signal, () => this.#isBusy)
  }

  findState = (marketId: number): MarketState | undefined => this.#books.findState(marketId)
  countOpen = (): number => this.#books.shelf.count()

  findOrder(name: OrderName): LiveOrder | undefined {
    const order = this.#books.shelf.findByName(name)
    return order && this.#asCommitted(order)
  }

  openOrdersOf(memberId: number, marketId?: number): LiveOrder[] {
    const own = new Set(this.#books.shelf.ofMember(memberId, marketId))
    for (const [order] of this.#underWay?.touched ?? []) {
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

  isRunning = (): boolean => this.#books.isOurs

  submit(command: Command): void {
    if (!this.#books.isOurs || this.#stopping.signal.aborted || !this.#queue.add(command)) {
      answerAll(command, 'try_again')
      return
    }
    this.#wake?.()
  }

  onBatch: Exchange['onBatch'] = (hear, wantsBalancesOf = () => false) => {
    const listener = { hear, wantsBalancesOf }
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async told(): Promise<void> {
    const batches = this.#batches
    while ((this.#isBusy && this.#batches === batches) || this.#unanswered > 0) await sleep(1)
  }

  async settled(): Promise<void> {
    while (this.#isBusy || this.#unanswered > 0 || !this.#queue.isEmpty()) await sleep(1)
  }

  async stop(): Promise<void> {
    await this.settled()
    this.#stopping.abort()
    this.#wake?.()
    await Promise.all([this.#loop, this.#keeping])
    await this.#books.giveBack()
  }

  /** One connection for all batches, for as long as it lasts. */
  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      let committer: Committer | undefined
      try {
        committer = await openCommitter(this.#parts.db)
        await this.#runBatches(committer)
      } catch (error) {
        this.#parts.report(error, 'a batch failed')
        await committer?.close()
        await this.#recover()
      } finally {
        await committer?.close()
      }
    }
  }

  async #runBatches(committer: Committer): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      if (this.#queue.isEmpty()) {
        await new Promise<void>((resolve) => (this.#wake = resolve))
        this.#wake = undefined
        continue
      }
      this.#isBusy = true
      const commands = this.#queue.take()
      try {
        if (this.#books.isOurs) await this.#runBatch(committer, commands)
        else for (const command of commands) answerAll(command, 'try_again')
      } finally {
        this.#isBusy = false
      }
    }
  }

  /** What was certainly not done can be tried again; what is in doubt is found out first. */
  async #runBatch(committer: Committer, commands: readonly Command[]): Promise<void> {
    let work: Work | undefined
    try {
      await this.#numbers.reserve(countNew(commands))
      const ids = accountsOf(commands)
      const read = await committer.begin(ids)
      this.#know(read.keys())
      work = this.#match(read, commands)
      if (work.batch.touched.size === 0) await committer.leave()
      const balances = work.batch.touched.size === 0 ? [] : await this.#settle(committer, work)
      this.#publish(work, commands, balances)
    } catch (error) {
      if (error instanceof DoubtfulCommit && work) await this.#resolveDoubt(work, commands)
      else for (const command of commands) answerAll(command, 'try_again')
      // Matching itself broke off: nobody knows what it has touched.
      if (!work && this.#underWay) this.#books.lose()
      throw error
    }
  }

  #match(read: ReadonlyMap<number, number>, commands: readonly Command[]): Work {
    const batch = startBatch(this.#parts.now(), openBalances(read))
    const parts = {
      shelf: this.#books.shelf,
      findState: this.findState,
      ratesOf: this.#parts.ratesOf,
      nextOrderId: () => this.#numbers.next(),
    }
    this.#underWay = batch
    const drafts = commands.map((command) => run(parts, batch, command))
    return { batch, drafts, expected: new Map() }
  }

  async #settle(committer: Committer, { batch, expected }: Work): Promise<BalanceChange[]> {
    this.#batches += 1
    const settlement = settlementOf(batch, {
      number: this.#batches,
      getState: (marketId) => this.#books.getState(marketId),
      isKnown: (account) => this.#accounts.has(account),
    })
    for (const { marketId, sequence } of settlement.markets) expected.set(marketId, sequence)
    const wanted = [...batch.balances.touched()].filter(
      ({ memberId, availableChange, heldChange }) =>
        (availableChange !== 0 || heldChange !== 0) && this.#wantsBalancesOf(memberId),
    )
    const rows = await committer.commit(
      settleStatement(settlement),
      wanted.map(({ id }) => id),
    )
    this.#know(settlement.unopened)
    const after = new Map(rows.map((row) => [Number(row.id), row]))
    return wanted.flatMap(({ id, memberId, currency }) => {
      const row = after.get(id)
      return row ? [{ memberId, currency, available: row.available, held: row.held }] : []
    })
  }

  #wantsBalancesOf(memberId: number): boolean {
    for (const listener of this.#listeners) if (listener.wantsBalancesOf(memberId)) return true
    return false
  }

  #know(accounts: Iterable<number>): void {
    if (this.#accounts.size > ACCOUNTS_KNOWN_MAX) this.#accounts.clear()
    for (const id of accounts) this.#accounts.add(id)
  }

  /**
   * After the commit memory follows at once. The answers are made while the database is already busy
   * with the next batch, in the order of the commits.
   */
  #publish(work: Work, commands: readonly Command[], balances: BalanceChange[]): void {
    const { batch, drafts } = work
    this.#underWay = undefined
    const touched = new Map<number, MarketState>()
    for (const order of batch.touched.keys()) {
      order.isStored = isOpen(order)
      touched.set(order.market.id, this.#books.getState(order.market.id))
    }
    for (const state of touched.values()) state.sequence += 1
    const levels = commitLevels(batch)
    const changed = [...touched].map(([marketId, { sequence }]) => ({ marketId, sequence }))
    const views = viewsOf(batch)
    this.#unanswered += 1
    setImmediate(() => {
      this.#unanswered -= 1
      for (const [n, command] of commands.entries()) {
        command.answer((drafts[n] ?? []).map((draft) => toOutcome(draft, views)))
      }
      if (changed.length === 0 || this.#listeners.size === 0) return
      this.#tell(toPublished(batch, levels, changed, views, balances))
    })
  }

  #tell(published: PublishedBatch): void {
    for (const { hear } of this.#listeners) {
      try {
        hear(published)
      } catch (error) {
        this.#parts.report(error, 'a listener of the exchange failed')
      }
    }
  }

  /**
   * The database knows whether it committed. Taking the lease anew waits for the transaction while it
   * goes on, and fences it off if the server has yet to read it: after that the answer is for ever.
   */
  async #resolveDoubt(work: Work, commands: readonly Command[]): Promise<void> {
    const until = performance.now() + DOUBT_MS_MAX
    while (performance.now() < until && !this.#stopping.signal.aborted) {
      try {
        const sequences = await this.#books.takeAnew()
        if (!sequences) break
        const isCommitted = [...work.expected].every(
          ([id, sequence]) => sequences.get(id) === sequence,
        )
        if (isCommitted) this.#publish(work, commands, [])
        else for (const command of commands) answerAll(command, 'try_again')
        return
      } catch {
        await sleep(RETRY_EVERY_MS)
      }
    }
    this.#books.lose()
    for (const command of commands) answerAll(command, 'unknown')
  }

  /** Reads back what the failed batch touched; all of it when the lease may have been lost. */
  async #recover(): Promise<void> {
    const { signal } = this.#stopping
    if (await this.#readTouched().catch(() => false)) return
    this.#books.lose()
    for (const command of this.#takeAll()) answerAll(command, 'try_again')
    while (!signal.aborted && !(await this.#books.tryToOwn())) {
      await sleep(RETRY_EVERY_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  async #readTouched(): Promise<boolean> {
    if (!(await this.#books.readAgain(this.#underWay?.touched.keys() ?? []))) return false
    this.#underWay = undefined
    return true
  }

  *#takeAll(): Generator<Command> {
    while (!this.#queue.isEmpty()) yield* this.#queue.take()
  }
}

function countNew(commands: readonly Command[]): number {
  return commands.reduce(
    (sum, command) => sum + (command.kind === 'place' ? command.orders.length : 0),
    0,
  )
}
