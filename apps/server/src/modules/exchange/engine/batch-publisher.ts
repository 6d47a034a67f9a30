import type { BalanceChange, CommittedBatch, Exchange, Level } from '../exchange.ts'
import { toOutcome, toCommittedBatch } from './published.ts'
import type { MatchedBatch } from './matched-batch.ts'
import type { Waits } from './waits.ts'

type Listener = {
  hear: (batch: CommittedBatch) => void
  wantsBalancesOf: (memberId: number) => boolean
}

/** What a batch came to once it is committed. */
type CommitResult = {
  levels: ReadonlyMap<number, { bids: Level[]; asks: Level[] }>
  changed: readonly { marketId: number; sequence: number }[]
  balances: BalanceChange[]
}

/** Answers those who asked for what is in a batch, and tells those who watch. */
export class BatchPublisher {
  readonly #listeners = new Set<Listener>()
  readonly #waits: Waits
  readonly #report: (error: unknown, what: string) => void
  readonly #onCommit: ((orders: number) => void) | undefined
  /** Called when nothing waits to be said any more. */
  readonly #onDone: () => void
  #waiting = 0

  constructor(parts: {
    waits: Waits
    report: (error: unknown, what: string) => void
    onCommit?: (orders: number) => void
    onDone: () => void
  }) {
    this.#waits = parts.waits
    this.#report = parts.report
    this.#onCommit = parts.onCommit
    this.#onDone = parts.onDone
  }

  onBatch: Exchange['onBatch'] = (hear, wantsBalancesOf = () => false) => {
    const listener = { hear, wantsBalancesOf }
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  wantBalancesOf(memberId: number): boolean {
    for (const listener of this.#listeners) if (listener.wantsBalancesOf(memberId)) return true
    return false
  }

  /** Whether all that was to be said is said. */
  isDone(): boolean {
    return this.#waiting === 0
  }

  /** In the order of the commits, and while the database is already busy with the next batch. */
  publish({ batch, commands, drafts, views }: MatchedBatch, committed: CommitResult): void {
    const { levels, changed, balances } = committed
    // At once: whoever reads before the others are told has to wait until the history has it, too.
    this.#onCommit?.(batch.touched.size)
    this.#waiting += 1
    this.#waits.soon(() => {
      this.#waiting -= 1
      for (const [n, command] of commands.entries()) {
        command.answer((drafts[n] ?? []).map((draft) => toOutcome(draft, views)))
      }
      if (changed.length > 0 && this.#listeners.size > 0) {
        this.#tell(toCommittedBatch(batch, levels, changed, views, balances))
      }
      if (this.isDone()) this.#onDone()
    })
  }

  #tell(batch: CommittedBatch): void {
    for (const { hear } of this.#listeners) {
      try {
        hear(batch)
      } catch (error) {
        this.#report(error, 'a listener of the exchange failed')
      }
    }
  }
}
