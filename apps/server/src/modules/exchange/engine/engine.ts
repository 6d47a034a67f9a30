import { isRefusal } from '@btbc/database/database.ts'

import { openProgress } from '#platform/background.ts'

import { BatchPublisher } from './batch-publisher.ts'
import { startBatch } from './batch.ts'
import { needsOf } from './batch-settlement.ts'
import { type Committer, UnknownCommitOutcome } from './committer.ts'
import { BrokenBook } from './commands.ts'
import type { EngineOrder } from './engine-order.ts'
import type { BalanceChange, Exchange, OrderName, RatesOf } from '../exchange.ts'
import { KnownBalances, type OnItsWay } from './known-balances.ts'
import type { MarketState } from './market-state.ts'
import { openOrderNumbers, type OrderNumbers } from './order-numbers.ts'
import { MarketLease } from './market-lease.ts'
import { commitLevels } from './published.ts'
import { answerAll, type Command, countNew, openQueue, type Queue } from './queue.ts'
import { rollBack } from './rollback.ts'
import type { ExchangeStore } from './store.ts'
import { Uncommitted } from './uncommitted.ts'
import { machineWaits, type Waits } from './waits.ts'
import { balancesOf, FaultOf, matchBatch, type MatchedBatch } from './matched-batch.ts'

/**
 * The engine: one queue, and one transaction for each batch taken from it. While a batch is on its
 * way to the disk the next one is matched on top of it, against balances that are remembered or only
 * looked at; its settlement fails when others have taken from them meanwhile. Whatever fails is taken back in memory
 * together with what was matched after it, and matched once more while the accounts are locked.
 *
 * Over 300 lines: what is on its way is one state, which each step here reads and moves on.
 */

export type EngineParts = {
  store: ExchangeStore
  now: () => Date
  /** Names this engine among others on the same database. */
  owner: string
  report: (error: unknown, what: string) => void
  ratesOf: RatesOf
  /** How many orders a batch takes; a thousand by default. */
  batchOrdersMax?: number
  waits?: Waits
  /** Told each time the books were read: what ended before that is not known here any more. */
  onRead?: () => void
  /** Told how many orders a batch touched, in the moment from which they are seen as it left them. */
  onCommit?: (orders: number) => void
}

export type Engine = {
  /** As committed: a batch that is still on its way is not to be seen. */
  findOrder(name: OrderName): EngineOrder | undefined
  openOrdersOf(memberId: number, marketId?: number): EngineOrder[]
  /** Orders that are committed have ids below it; those that are committed later do not. */
  newIdsFrom(): number
  countOpen(): number
  findState: (marketId: number) => MarketState | undefined
  submit(command: Command): void
  onBatch: Exchange['onBatch']
  /** Others have changed what these members have. */
  forget(memberIds: Iterable<number>): void
  flushed(): Promise<void>
  /** Whether this engine owns the markets now. */
  isRunning(): boolean
  /** How often the books were read: each time what has ended is forgotten, and what waits is turned away. */
  readings(): number
  drained(): Promise<void>
  stop(): Promise<void>
}

const RETRY_EVERY_MS = 250
/** How long a caller waits while it is found out whether a batch was committed. */
const DOUBT_MS_MAX = 5_000

/** A matched batch, and whether its accounts were kept from others while it was. */
type Matched = MatchedBatch & { isLocked: boolean }

/** A batch on its way to the disk. */
type InFlightBatch = { work: Matched; end: Promise<void>; hasEnded: boolean; failure?: unknown }

export async function startEngine(parts: EngineParts): Promise<Engine> {
  const engine = new RunningEngine(parts)
  await engine.start()
  return engine
}

class RunningEngine implements Engine {
  readonly #parts: EngineParts & { waits: Waits }
  readonly #queue: Queue
  readonly #books: MarketLease
  readonly #numbers: OrderNumbers
  readonly #publisher: BatchPublisher
  readonly #uncommitted = new Uncommitted()
  readonly #progress = openProgress()
  readonly #known = new KnownBalances()
  readonly #stopping = new AbortController()
  #sent: InFlightBatch | undefined
  /** The batch that waits for the one on its way. */
  #next: Matched | undefined
  /** Whether the next batch has to keep its accounts from others. */
  #mustLock = false
  /** How many commands are to be done one by one, until it is seen which of them fails. */
  #alone = 0
  /** Whether what waits was put back when a connection broke, and nothing was committed since. */
  #hasRetried = false
  #isTaking = false
  #readings = 0
  #batches = 0
  /** How often what waited came on, or was turned away. */
  #steps = 0
  #wake: (() => void) | undefined
  #keeping: Promise<void> = Promise.resolve()
  #loop: Promise<void> = Promise.resolve()

  constructor(parts: EngineParts) {
    this.#parts = { waits: machineWaits, ...parts }
    this.#publisher = new BatchPublisher({
      ...this.#parts,
      onDone: () => this.#progress.changed(),
    })
    this.#books = new MarketLease({
      ...this.#parts,
      onRead: () => this.#hasRead(),
      onLost: () => this.#turnAway(),
    })
    this.#numbers = openOrderNumbers(() => parts.store.drawNumbers())
    this.#queue = openQueue(parts.batchOrdersMax)
  }

  /** Comes back when it owns the markets, or when it has to wait for another owner. */
  async start(): Promise<void> {
    await this.#books.acquire()
    this.#loop = this.#run()
    this.#keeping = this.#books.keep(this.#stopping.signal, {
      isBusy: () => this.#isBusy,
      steps: () => (this.#isBusy || !this.#queue.isEmpty() ? this.#steps : undefined),
    })
  }

  findState = (marketId: number): MarketState | undefined => this.#books.findState(marketId)
  newIdsFrom = (): number => this.#uncommitted.firstNewId() ?? this.#numbers.following()
  countOpen = (): number => this.#books.orderIndex.countOpen()

  findOrder(name: OrderName): EngineOrder | undefined {
    const order = this.#books.orderIndex.findByName(name)
    return order && this.#uncommitted.committed(order)
  }

  openOrdersOf(memberId: number, marketId?: number): EngineOrder[] {
    const matched = this.#books.orderIndex.ofMember(memberId, marketId)
    return this.#uncommitted.openOrdersOf(memberId, marketId, matched)
  }

  isRunning = (): boolean => this.#books.isHeld
  readings = (): number => this.#readings

  submit(command: Command): void {
    if (!this.#books.isHeld || this.#stopping.signal.aborted || !this.#queue.add(command)) {
      answerAll(command, 'try_again')
      return
    }
    this.#wake?.()
  }

  onBatch: Exchange['onBatch'] = (hear, wantsBalancesOf) =>
    this.#publisher.onBatch(hear, wantsBalancesOf)

  forget = (memberIds: Iterable<number>): void => this.#known.forget(memberIds)

  async flushed(): Promise<void> {
    await this.#progress.until(() => !this.#isTaking)
    const isPending = this.#uncommitted.watch()
    await this.#progress.until(() => !(this.#isBusy && isPending()) && this.#publisher.isDone())
  }

  async drained(): Promise<void> {
    await this.#progress.until(
      () => !this.#isBusy && this.#publisher.isDone() && this.#queue.isEmpty(),
    )
  }

  get #isBusy(): boolean {
    return this.#isTaking || this.#next !== undefined || this.#sent !== undefined
  }

  async stop(): Promise<void> {
    await this.drained()
    this.#stopping.abort()
    this.#wake?.()
    await Promise.all([this.#loop, this.#keeping])
    await this.#books.release()
  }

  /** The same connections for all batches, for as long as they last. */
  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      let committer: Committer | undefined
      try {
        committer = await this.#parts.store.openCommitter()
        await this.#runBatches(committer)
      } catch (error) {
        this.#parts.report(error, 'a batch failed')
        await this.#finishWhatWasSent()
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
      if (this.#sent?.hasEnded) await this.#finish(this.#sent)
      else if (this.#next && !this.#sent) this.#send(committer, this.#next)
      else if (!this.#next && this.#isTimeToTake()) await this.#takeNext(committer)
      else await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  /** While a batch is on its way the next one may still grow. */
  #isTimeToTake(): boolean {
    if (!this.#sent) return !this.#queue.isEmpty()
    return !this.#mustLock && this.#queue.isBatchFull()
  }

  async #takeNext(committer: Committer): Promise<void> {
    this.#isTaking = true
    const commands = this.#queue.take(this.#alone > 0 ? 1 : undefined)
    this.#alone = Math.max(0, this.#alone - commands.length)
    try {
      if (this.#books.isOurs) this.#next = await this.#match(committer, commands)
      else for (const command of commands) answerAll(command, 'try_again')
    } catch (error) {
      // Nothing was begun. A connection that was found dead is opened anew, once for nothing.
      if (isRefusal(error) || this.#hasRetried) {
        for (const command of commands) answerAll(command, 'try_again')
      } else {
        this.#queue.putBack(commands)
        this.#hasRetried = true
      }
      throw error
    } finally {
      this.#steps += 1
      this.#isTaking = false
      this.#progress.changed()
    }
  }

  async #match(committer: Committer, commands: readonly Command[]): Promise<Matched | undefined> {
    await this.#numbers.reserve(countNew(commands))
    const isLocked = this.#mustLock
    this.#mustLock = false
    const needs = needsOf(commands)
    const balances = isLocked
      ? await this.#known.lock(committer, needs)
      : await this.#known.look(committer, needs, this.#onItsWay())
    const batch = startBatch(this.#parts.now(), balances, this.#books.states())
    this.#uncommitted.add(batch)
    this.#batches += 1
    const parts = {
      store: this.#parts.store,
      orderIndex: this.#books.orderIndex,
      findState: this.findState,
      getState: (marketId: number) => this.#books.getState(marketId),
      ratesOf: this.#parts.ratesOf,
      nextOrderId: () => this.#numbers.next(),
      report: this.#parts.report,
      number: this.#batches,
      isKnown: (account: number) => this.#known.isOpen(account),
      wantsBalancesOf: (memberId: number) => this.#publisher.wantBalancesOf(memberId),
    }
    try {
      return { ...matchBatch(parts, batch, commands), isLocked }
    } catch (error) {
      if (error instanceof FaultOf && error.cause instanceof BrokenBook) {
        this.#books.lose()
        throw error
      }
      this.#rollBack({ batch })
      if (isLocked) await committer.leave()
      this.#mustLock = isLocked
      this.#doWithout(commands, error)
      return undefined
    }
  }

  /** A fault of ours is answered to the command that met it; the others are done without it. */
  #doWithout(commands: readonly Command[], error: unknown): void {
    const cause = error instanceof FaultOf ? error.cause : error
    this.#parts.report(cause, 'a command of the exchange failed')
    const single = commands.length === 1 ? commands[0] : undefined
    const guilty = error instanceof FaultOf ? error.command : single
    if (guilty) answerAll(guilty, 'internal')
    else this.#alone = commands.length
    this.#queue.putBack(commands.filter((command) => command !== guilty))
  }

  /** One that is committed, and only has to be finished, is in what is known. */
  #onItsWay(): OnItsWay | undefined {
    const work = this.#sent?.work
    if (!work || !this.#uncommitted.has(work.batch)) return undefined
    const [[marketId, sequence] = [0, 0]] = work.settlement?.sequences ?? []
    const isCommitted = () => !this.#uncommitted.has(work.batch)
    return { balances: work.batch.balances, marketId, sequence, isCommitted }
  }

  #send(committer: Committer, work: Matched): void {
    const sent: InFlightBatch = { work, end: Promise.resolve(), hasEnded: false }
    this.#next = undefined
    this.#sent = sent
    sent.end = this.#commit(committer, work)
      .catch((error: unknown) => {
        sent.failure = error
      })
      .finally(() => {
        sent.hasEnded = true
        this.#wake?.()
      })
  }

  async #commit(committer: Committer, work: Matched): Promise<void> {
    const { settlement, isLocked } = work
    if (!settlement) {
      if (isLocked) await committer.leave()
      return this.#publish(work, [])
    }
    const { statement, wanted, opens } = settlement
    const rows = await committer.commit(
      statement,
      wanted.map(({ id }) => id),
    )
    this.#known.noteOpen(opens)
    try {
      this.#publish(work, balancesOf(wanted, rows))
    } catch (error) {
      throw new UnknownCommitOutcome(error)
    }
  }

  /** After the commit what may be shown follows at once. */
  #publish(work: MatchedBatch, balances: BalanceChange[]): void {
    const levels = commitLevels(work.batch)
    const touched = new Set([...work.batch.touched.keys()].map(({ market }) => market.id))
    const changed = [...touched].map((marketId) => {
      const state = this.#books.getState(marketId)
      state.sequence += 1
      return { marketId, sequence: state.sequence }
    })
    this.#hasRetried = false
    this.#uncommitted.remove(work.batch)
    this.#known.add(work.batch.balances)
    this.#publisher.publish(work, { levels, changed, balances })
  }

  /** What failed for certain is done once more, alone; what is in doubt is found out first. */
  async #finish({ work, failure }: InFlightBatch): Promise<void> {
    try {
      if (failure === undefined) return
      if (this.#next) this.#doAgain(this.#next)
      if (failure instanceof UnknownCommitOutcome) await this.#resolveDoubt(work)
      else if (!work.isLocked) {
        this.#doAgain(work)
        this.#mustLock = true
        return
      } else {
        this.#rollBack(work)
        for (const command of work.commands) answerAll(command, 'try_again')
      }
      throw failure
    } finally {
      this.#steps += 1
      this.#sent = undefined
      this.#progress.changed()
    }
  }

  #doAgain(work: MatchedBatch): void {
    this.#next = undefined
    this.#rollBack(work)
    this.#queue.putBack(work.commands)
  }

  /** Books that are lost will be read again as a whole. */
  #rollBack({ batch }: Pick<MatchedBatch, 'batch'>): void {
    if (!this.#books.isOurs) return
    // Something of it may not be as it was remembered.
    this.#known.forget(new Set([...batch.balances.touched()].map(({ memberId }) => memberId)))
    try {
      rollBack(this.#books.orderIndex, batch)
    } catch (error) {
      this.#books.lose()
      throw error
    }
    this.#uncommitted.remove(batch)
  }

  /**
   * The database knows whether it committed. Taking the lease anew waits for the transaction while it
   * goes on, and fences it off if the server has yet to read it: after that the answer is for ever.
   */
  async #resolveDoubt(work: MatchedBatch): Promise<void> {
    const { waits } = this.#parts
    const { signal } = this.#stopping
    const until = waits.nowMs() + DOUBT_MS_MAX
    while (waits.nowMs() < until && !signal.aborted) {
      try {
        const sequences = await this.#books.reacquire()
        if (!sequences) break
        const expected = [...(work.settlement?.sequences ?? [])]
        if (expected.every(([id, sequence]) => sequences.get(id) === sequence)) {
          this.#publish(work, [])
          return
        }
        if (this.#hasRetried) {
          this.#rollBack(work)
          for (const command of work.commands) answerAll(command, 'try_again')
        } else this.#doAgain(work)
        this.#hasRetried = true
        return
      } catch {
        await waits.pause(RETRY_EVERY_MS, signal)
      }
    }
    this.#books.lose()
    for (const command of work.commands) answerAll(command, 'unknown')
  }

  /** Goes on with the books as they are, or reads them again when the lease may have been lost. */
  async #recover(): Promise<void> {
    const { signal } = this.#stopping
    if (await this.#books.areStillOurs().catch(() => false)) return
    this.#books.lose()
    while (!signal.aborted && !(await this.#books.acquire())) {
      await this.#parts.waits.pause(RETRY_EVERY_MS, signal)
    }
  }

  async #finishWhatWasSent(): Promise<void> {
    const sent = this.#sent
    if (!sent) return
    await sent.end
    await this.#finish(sent).catch((error: unknown) => this.#parts.report(error, 'a batch failed'))
  }

  #hasRead(): void {
    this.#readings += 1
    this.#uncommitted.clear()
    this.#known.clear()
    this.#numbers.clear()
    this.#parts.onRead?.()
  }

  /** What waits is not kept for the day on which the markets are ours again. */
  #turnAway(): void {
    while (!this.#queue.isEmpty())
      for (const command of this.#queue.take()) answerAll(command, 'try_again')
    this.#progress.changed()
  }
}
