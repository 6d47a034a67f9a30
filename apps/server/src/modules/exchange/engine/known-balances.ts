import type { Balances } from './balances.ts'
import type { Need } from './batch-settlement.ts'

/** Of more members than this nothing is remembered. */
const MEMBERS_MAX = 20_000

/**
 * What accounts have available after the last batch that is committed, as far as this engine knows: what
 * it saw, and what its own batches changed since. Others may change it at any moment. What they brought
 * is found as soon as it is needed, since an account that seems to have too little is looked at; a batch
 * that counts on what they took is refused by the account itself, like any that was looked at too early.
 */
export class KnownBalances {
  /** By account, of each member. */
  readonly #members = new Map<number, Map<number, bigint>>()
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
      const { id, memberId, needed } = need
      const known = this.#members.get(memberId)?.get(id)
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
    if (this.#members.size > MEMBERS_MAX) this.#members.clear()
    for (const { id, memberId } of needs) {
      const amount = available.get(id)
      if (amount === undefined || this.#forgotten.has(memberId)) continue
      const known = this.#members.get(memberId) ?? new Map<number, bigint>()
      this.#members.set(memberId, known.set(id, amount + changeOf(since, id)))
    }
  }

  /** Of a batch that is committed. */
  add(batch: Balances): void {
    for (const { id, memberId, availableChange } of batch.touched()) {
      const known = this.#members.get(memberId)
      const before = known?.get(id)
      if (before !== undefined) known?.set(id, before + availableChange)
    }
  }

  forget(memberIds: Iterable<number>): void {
    for (const memberId of memberIds) {
      this.#members.delete(memberId)
      this.#forgotten.add(memberId)
    }
  }

  clear(): void {
    this.#members.clear()
  }
}

function changeOf(batch: Balances | undefined, id: number): bigint {
  return batch?.find(id)?.availableChange ?? 0n
}
