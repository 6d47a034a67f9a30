import type { Batch, Exchange } from './exchange.ts'

type Listener = { hear: (batch: Batch) => void; wantsBalancesOf: (memberId: number) => boolean }

/** Who is told of each batch after its commit. */
export class Listeners {
  readonly #listeners = new Set<Listener>()
  readonly #report: (error: unknown, what: string) => void

  constructor(report: (error: unknown, what: string) => void) {
    this.#report = report
  }

  add: Exchange['onBatch'] = (hear, wantsBalancesOf = () => false) => {
    const listener = { hear, wantsBalancesOf }
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  isEmpty(): boolean {
    return this.#listeners.size === 0
  }

  wantBalancesOf(memberId: number): boolean {
    for (const listener of this.#listeners) if (listener.wantsBalancesOf(memberId)) return true
    return false
  }

  tell(batch: Batch): void {
    for (const { hear } of this.#listeners) {
      try {
        hear(batch)
      } catch (error) {
        this.#report(error, 'a listener of the exchange failed')
      }
    }
  }
}
