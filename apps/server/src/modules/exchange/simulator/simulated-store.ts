import { isRefusal } from '@btbc/database/database.ts'
import type { Random } from '@btbc/matching/random-flow.ts'

import { type Committer, UnknownCommitOutcome } from '../engine/committer.ts'
import type { Lease } from '../engine/lease.ts'
import { NUMBERS_PER_BLOCK } from '../engine/order-numbers.ts'
import type { ExchangeStore } from '../engine/store.ts'
import { type Books, refusedBy } from './books.ts'
import type { Life, Scheduler } from './scheduler.ts'
import type { Weather } from './weather.ts'
import { write, type Written } from './written.ts'

/** A database with weather: every statement takes its time, and may be lost on either way. */

type Link = { life: Life; isBroken: boolean; locked: ReadonlySet<number> }
const FATES = ['unsent', 'unheard', 'late', 'refused'] as const
type Fate = 'well' | (typeof FATES)[number]
/** What a statement does, or that it has to wait for a lock. */
type Work<T> = () => T | typeof WAITS

const WAITS = Symbol('waits for a lock')
const LEASE_MS = 3_000
const LOCK_WAIT_MS_MAX = 3_000
const LATE_MS_MAX = 4_000
const SLOW_MS_MAX = 4_000

export class SimulatedDatabase {
  weather: Weather
  /** How far its clock is ahead. */
  aheadMs = 0
  isDown = false
  readonly books: Books
  readonly faults = new Map<string, number>()
  readonly #time: Scheduler
  readonly #random: Random
  readonly #links = new Set<Link>()

  constructor(parts: { books: Books; time: Scheduler; random: Random; weather: Weather }) {
    this.books = parts.books
    this.#time = parts.time
    this.#random = parts.random
    this.weather = parts.weather
  }

  get nowMs(): number {
    return this.#time.nowMs + this.aheadMs
  }

  countFault(kind: string): void {
    this.faults.set(kind, (this.faults.get(kind) ?? 0) + 1)
  }

  /** Whether a batch keeps others from this account. */
  isLocked(account: number, but?: Link): boolean {
    for (const link of this.#links) if (link !== but && link.locked.has(account)) return true
    return false
  }

  /** As one process sees it. */
  storeFor(life: Life): ExchangeStore {
    const open = <T>(what: string, work: Work<T>) => this.query(life, what, work)
    return {
      openCommitter: async () => {
        await open('connect', () => undefined)
        return this.#openCommitter(life)
      },
      write: (settlement) => ({ text: '', values: [write(settlement)] }),
      takeLease: (owner, ids) => open('take', () => this.#take(owner, ids)),
      renewLease: (lease) => open('renew', () => this.#renew(lease)),
      releaseLease: ({ owner }) =>
        open('release', () => {
          for (const kept of this.books.markets.values())
            if (kept.owner === owner) kept.owner = undefined
        }),
      readMarket: (market) => open('read', () => this.books.read(market)),
      drawNumbers: () => open('numbers', () => this.books.drawNumbers(NUMBERS_PER_BLOCK)),
      close: async () => undefined,
    }
  }

  /** On a connection of its own. */
  async query<T>(life: Life, what: string, work: Work<T>): Promise<T> {
    return await this.ask(life, openLink(life), what, work)
  }

  /** Sends a statement; it is done at some moment, and the answer comes at another. */
  async ask<T>(life: Life, link: Link, what: string, work: Work<T>, fates = this.#fate()) {
    return await new Promise<T>((resolve, reject) => {
      const lose = (): void => {
        this.#break(link)
        reject(new Error(`The connection was lost: ${what}`))
      }
      if (link.isBroken || this.isDown) return this.#time.after(this.#takesMs(), life, lose)
      const fate = fates
      if (fate !== 'well') this.countFault(`${what} ${fate}`)
      if (fate === 'unsent') return this.#time.after(this.#takesMs(), life, lose)
      if (fate === 'late') this.#time.after(this.#takesMs(), life, lose)
      const answer = (settle: () => void) =>
        this.#time.after(this.#takesMs(), life, () => {
          if (link.isBroken || fate === 'unheard' || fate === 'late') lose()
          else settle()
        })
      const isLate = fate === 'late'
      const waitsMs = isLate ? this.#random.below(LATE_MS_MAX) : this.#takesMs()
      const since = this.#time.nowMs + waitsMs
      const run = (): void => {
        // Of what a dead process has sent some was never read.
        if (life.isOver && this.#random.chance(0.5)) return this.#break(link)
        try {
          if (fate === 'refused') throw refusedBy('deadlock detected', '40P01')
          const done = work()
          if (done !== WAITS) {
            this.#time.note(`${life.name} ${what}`)
            return answer(() => resolve(done))
          }
          if (this.#time.nowMs - since > LOCK_WAIT_MS_MAX) throw refusedBy('lock timeout', '55P03')
          this.#time.after(this.#takesMs(), undefined, run)
        } catch (error) {
          if (!isRefusal(error)) throw error
          this.#time.note(`${life.name} ${what} refused: ${String(error)}`)
          answer(() => reject(error))
        }
      }
      this.#time.after(waitsMs, undefined, run)
    })
  }

  /** Nobody is at the other end any more. */
  leave(life: Life): void {
    for (const link of this.#links) if (link.life === life) this.#break(link)
  }

  #break(link: Link): void {
    link.isBroken = true
    link.locked = new Set()
    this.#links.delete(link)
  }

  #fate(): Fate {
    let drawn = this.#random.below(1_000)
    for (const fate of FATES) {
      const often = this.weather[fate]
      if (drawn < often) return fate
      drawn -= often
    }
    return 'well'
  }

  #takesMs(): number {
    const { slow, statementUs } = this.weather
    if (slow > 0 && this.#random.below(1_000) < slow) {
      this.countFault('slow disk')
      return this.#random.below(SLOW_MS_MAX)
    }
    return (statementUs / 2 + this.#random.below(statementUs)) / 1_000
  }

  #take(owner: string, ids: readonly number[]): Lease | undefined {
    const kept = ids.map((id) => this.books.market(id))
    const isFree = kept.every(
      (each) => each.owner === undefined || each.owner === owner || each.untilMs < this.nowMs,
    )
    if (!isFree) return undefined
    const leased = kept.map((each) => {
      Object.assign(each, { owner, epoch: each.epoch + 1, untilMs: this.nowMs + LEASE_MS })
      const { market, epoch, sequence } = each
      return [market.id, { epoch, sequence }] as const
    })
    return { owner, markets: new Map(leased) }
  }

  #renew({ owner, markets }: Lease): boolean {
    const kept = [...markets].filter(([id, { epoch }]) => {
      const each = this.books.market(id)
      const isOurs = each.owner === owner && each.epoch === epoch
      if (isOurs) each.untilMs = this.nowMs + LEASE_MS
      return isOurs
    })
    return kept.length === markets.size
  }

  #openCommitter(life: Life): Committer {
    const [writing, looking] = [openLink(life), openLink(life)]
    let hasBegun = false
    return {
      look: (accounts, marketId) =>
        this.ask(life, looking, 'look', () => ({
          available: this.#availableOf(accounts),
          sequence: this.books.markets.get(marketId)?.sequence ?? 0,
        })),
      lock: (accounts) => {
        hasBegun = true
        return this.ask(life, writing, 'lock', () => {
          if (accounts.some((id) => this.isLocked(id, writing))) return WAITS
          writing.locked = new Set(accounts)
          this.#links.add(writing)
          return this.#availableOf(accounts)
        })
      },
      leave: async () => {
        hasBegun = false
        await this.ask(life, writing, 'leave', () => this.#unlock(writing))
      },
      commit: async (statement, wanted) => {
        const [written] = statement.values as [Written]
        // What a broken connection had begun is undone at once.
        const fate = this.#fate()
        const isHeld = hasBegun && fate === 'late'
        hasBegun = false
        const work = () => this.#commit(writing, written, wanted)
        try {
          return await this.ask(life, writing, 'commit', work, isHeld ? 'unheard' : fate)
        } catch (error) {
          if (!isRefusal(error)) throw new UnknownCommitOutcome(error)
          this.#unlock(writing)
          throw error
        }
      },
      close: async () => {
        for (const link of [writing, looking]) this.#break(link)
      },
    }
  }

  #commit(link: Link, written: Written, wanted: readonly number[]) {
    const accounts = written.nets.flatMap((net) => net.accounts)
    if (accounts.some((id) => this.isLocked(id, link))) return WAITS
    this.#unlock(link)
    this.books.settle(written)
    this.#time.note(`settled ${JSON.stringify(written, (_, each: unknown) => textOf(each))}`)
    return wanted.map((id) => ({ id: BigInt(id), ...this.books.of(id) }))
  }

  #unlock(link: Link): void {
    link.locked = new Set()
    this.#links.delete(link)
  }

  #availableOf(accounts: Float64Array): Map<number, bigint> {
    return new Map(Array.from(accounts, (id) => [id, this.books.of(id).available]))
  }
}

function openLink(life: Life): Link {
  return { life, isBroken: false, locked: new Set() }
}

function textOf(value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
