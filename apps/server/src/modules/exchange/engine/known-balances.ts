import { type Balances, changeAccountId } from './balances.ts'
import type { Need } from './batch-settlement.ts'
import { markets } from '../markets.ts'

/** More than these are not remembered: it begins anew. */
const ACCOUNTS_MAX = 50_000

/** What somebody who trades may have. */
const traded = [...new Set(markets.flatMap(({ base, quote }) => [base, quote]))]

/**
 * What accounts have available after the last batch that is committed, as far as this engine knows: what
 * it saw, and what its own batches changed since. Others may change it at any moment. What they brought
 * is found as soon as it is needed, since an account that seems to have too little is looked at; a batch
 * that counts on what they took is refused by the account itself, like any that was looked at too early.
 */
export class KnownBalances {
  readonly #available = new Map<number, bigint>()
  /** Who was forgotten while somebody looks: what is seen may be from before. */
  #forgotten = new Set<number>()

  /** What is known of these accounts, and which are to be looked at, in the same order. */
  split(
    needs: readonly Need[],
    onWay: Balances | undefined,
  ): { available: Map<number, bigint>; unknown: Need[] } {
    const available = new Map<number, bigint>()
    const unknown: Need[] = []
    for (const need of needs) {
      const { id, needed } = need
      const known = this.#available.get(id)
      if (known === undefined || needed === undefined || known + changeOf(onWay, id) < needed) {
        unknown.push(need)
      } else available.set(id, known)
    }
    return { available, unknown }
  }

  startLooking(): void {
    this.#forgotten = new Set()
  }

  /** What somebody who started to look has seen; `since` is what was committed meanwhile and is not in it. */
  learn(
    needs: readonly Need[],
    available: ReadonlyMap<number, bigint>,
    since: Balances | undefined,
  ): void {
    if (this.#available.size > ACCOUNTS_MAX) this.#available.clear()
    for (const { id, memberId } of needs) {
      const amount = available.get(id)
      if (amount === undefined || this.#forgotten.has(memberId)) continue
      this.#available.set(id, amount + changeOf(since, id))
    }
  }

  /** Of a batch that is committed. */
  add(batch: Balances): void {
    for (const { id, availableChange } of batch.touched()) {
      const before = this.#available.get(id)
      if (before !== undefined) this.#available.set(id, before + availableChange)
    }
  }

  forget(memberIds: Iterable<number>): void {
    for (const memberId of memberIds) {
      for (const currency of traded) this.#available.delete(changeAccountId(memberId, currency))
      this.#forgotten.add(memberId)
    }
  }

  clear(): void {
    this.#available.clear()
  }
}

function changeOf(batch: Balances | undefined, id: number): bigint {
  return batch?.find(id)?.availableChange ?? 0n
}
