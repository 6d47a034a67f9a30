import { type Balances, changeAccountId, openBalances } from './balances.ts'
import type { Need } from './batch-settlement.ts'
import type { Committer } from './committer.ts'
import { markets } from '../markets.ts'

/** More than these are not remembered: it begins anew. */
const BALANCES_MAX = 50_000
const OPEN_MAX = 1_000_000

/** What somebody who trades may have. */
const traded = [...new Set(markets.flatMap(({ base, quote }) => [base, quote]))]

/** A batch on its way to the disk: what it changes may or may not be in what is seen meanwhile. */
export type OnItsWay = {
  balances: Balances
  /** A market of it, and the sequence that it has once the batch is committed. */
  marketId: number
  sequence: number
  isCommitted: () => boolean
}

/**
 * What accounts have available after the last batch that is committed, as far as this engine knows: what
 * it saw, and what its own batches changed since. Others may change it at any moment. What they brought
 * is found as soon as it is needed, since an account that seems to have too little is looked at; a batch
 * that counts on what they took is refused by the account itself, like any that was looked at too early.
 */
export class KnownBalances {
  readonly #available = new Map<number, bigint>()
  /** Accounts that are certainly open: nothing ever closes one. */
  readonly #open = new Set<number>()
  /** Who was forgotten while somebody looks: what is seen may be from before. */
  #forgotten: Set<number> | undefined

  /** For a batch that is matched on top of the one on its way; what is not known is looked at. */
  async look(
    committer: Committer,
    needs: readonly Need[],
    onItsWay: OnItsWay | undefined,
  ): Promise<Balances> {
    const before = onItsWay?.balances
    const available = new Map<number, bigint>()
    const unknown: Need[] = []
    for (const need of needs) {
      const { id, needed } = need
      const known = this.#available.get(id)
      const isEnough = needed !== undefined && (known ?? 0n) + changeOf(before, id) >= needed
      if (known === undefined || !isEnough) unknown.push(need)
      else available.set(id, known)
    }
    if (unknown.length > 0) {
      await this.#whileLooking(async () => {
        const { marketId = 0, sequence = 0 } = onItsWay ?? {}
        const seen = await committer.look(idsOf(unknown), marketId)
        const isSeen = seen.sequence >= sequence
        for (const [id, amount] of seen.available)
          available.set(id, isSeen ? amount - changeOf(before, id) : amount)
        this.#learn(unknown, available, onItsWay?.isCommitted() === true ? before : undefined)
      })
    }
    return openBalances(added(available, before))
  }

  /** For a batch whose accounts are kept from others until its end; none is on its way. */
  async lock(committer: Committer, needs: readonly Need[]): Promise<Balances> {
    return await this.#whileLooking(async () => {
      const available = await committer.lock(idsOf(needs))
      this.#learn(needs, available, undefined)
      return openBalances(available)
    })
  }

  /** Of a batch that is committed. */
  add(batch: Balances): void {
    for (const { id, availableChange } of batch.touched()) {
      const before = this.#available.get(id)
      if (before !== undefined) this.#available.set(id, before + availableChange)
    }
  }

  /** Others have changed what these members have. */
  forget(memberIds: Iterable<number>): void {
    for (const memberId of memberIds) {
      for (const currency of traded) this.#available.delete(changeAccountId(memberId, currency))
      this.#forgotten?.add(memberId)
    }
  }

  clear(): void {
    this.#available.clear()
  }

  isOpen(account: number): boolean {
    return this.#open.has(account)
  }

  noteOpen(accounts: Iterable<number>): void {
    if (this.#open.size > OPEN_MAX) this.#open.clear()
    for (const id of accounts) this.#open.add(id)
  }

  async #whileLooking<T>(look: () => Promise<T>): Promise<T> {
    this.#forgotten = new Set()
    try {
      return await look()
    } finally {
      this.#forgotten = undefined
    }
  }

  /** `since` is what was committed meanwhile and is not in it. */
  #learn(
    needs: readonly Need[],
    available: ReadonlyMap<number, bigint>,
    since: Balances | undefined,
  ): void {
    if (this.#available.size > BALANCES_MAX) this.#available.clear()
    const seen = needs.filter(({ id }) => available.has(id))
    this.noteOpen(seen.map(({ id }) => id))
    for (const { id, memberId } of seen) {
      if (this.#forgotten?.has(memberId)) continue
      this.#available.set(id, (available.get(id) ?? 0n) + changeOf(since, id))
    }
  }
}

/** With what a batch changes of it. Its sums alone: a batch that knew the one before would keep all of them. */
function added(
  available: ReadonlyMap<number, bigint>,
  batch: Balances | undefined,
): ReadonlyMap<number, bigint> {
  if (!batch) return available
  return new Map([...available].map(([id, amount]) => [id, amount + changeOf(batch, id)]))
}

function changeOf(batch: Balances | undefined, id: number): bigint {
  return batch?.find(id)?.availableChange ?? 0n
}

function idsOf(needs: readonly Need[]): Float64Array {
  return Float64Array.from(needs, ({ id }) => id)
}
