import { setTimeout as sleep } from 'node:timers/promises'

import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import { BaseError } from 'viem'

import type { Chain } from '#chain/chain.ts'
import type { ChainWork } from '#chain/works.ts'
import { pause } from '#platform/background.ts'
import type { Clock } from '#platform/clock.ts'
import type { Gateway } from '#payment-provider/gateway.ts'
import { MINUTE_MS } from '#platform/durations.ts'
import type { Chore } from '#platform/jobs.ts'
import { wasWithin } from '#platform/recent.ts'

import { compareCustody, type CustodyBooks, readCustodyBooks } from './custody.ts'
import { rememberHeld } from './custody-held.ts'
import { compareRails } from './rails.ts'
import { type Comparison, recordComparisons } from './reconciliation.ts'

/** Asks the outside and writes down what it says: each minute, and when an operator wants it now. */

const EVERY_MS = MINUTE_MS
const TRIES_MAX = 12
const BETWEEN_TRIES_MS = 250
/** How long somebody who can go on without the chain waits for it. */
const PATIENCE_MS = 30_000

export type Reconciler = {
  /** Rails, when they are due. */
  rails: Chore
  /**
   * Custody, when it is due: the books are read last in a turn of the chain's works, when they all stand
   * at one block; asking for the addresses goes on beside the next turns.
   */
  custody: ChainWork
  /** Everything now; refuses, behind all the rest, when the chain or the provider does not answer. */
  now(): Promise<void>
  /** Custody alone, for whoever goes on without it: false when the chain does not say it before long. */
  custodyNow(signal?: AbortSignal): Promise<boolean>
}

class SilentRails extends AggregateError {}

/** A node that does not answer says no more than one that has nothing to say. */
function silentNode(error: unknown): false {
  if (error instanceof BaseError) return false
  throw error
}

export function createReconciler(parts: {
  db: Db
  clock: Clock
  chain: Chain | undefined
  gateway: Gateway | undefined
}): Reconciler {
  const { db, clock, chain, gateway } = parts
  const checkRails = async (): Promise<void> => {
    const { comparisons, silent } = await compareRails(db, gateway)
    await record(parts, comparisons)
    if (silent.length > 0) throw new SilentRails(silent, 'a rail could not be compared')
  }
  const checkCustody = async (signal?: AbortSignal): Promise<boolean> => {
    if (!chain) return true
    const books = await readCustodyBooks(db, chain)
    return books !== undefined && (await compare(parts, { chain, books, signal }))
  }
  /** False when the works of the chain do not come to stand at one block. */
  const checkPatiently = async (signal?: AbortSignal): Promise<boolean> => {
    for (let tries = 1; !(await checkCustody(signal)); tries += 1) {
      if (tries === TRIES_MAX) return false
      await sleep(BETWEEN_TRIES_MS, undefined, { signal })
    }
    return true
  }
  let railsAt: Date | undefined
  let custodyAt: Date | undefined
  /** As they were when all works stood at one block, for the comparison that follows. */
  let read: CustodyBooks | undefined
  return {
    rails: {
      name: 'compare rails',
      async run() {
        const wallNow = clock.wallNow()
        if (wasWithin(EVERY_MS, railsAt, wallNow)) return
        await checkRails()
        railsAt = wallNow
      },
    },
    custody: {
      name: 'compare custody',
      async run() {
        read = undefined
        if (chain && !wasWithin(EVERY_MS, custodyAt, clock.wallNow()))
          read = await readCustodyBooks(db, chain)
      },
      async aside(signal) {
        // What could not be compared is due again at once.
        if (!chain || !read || !(await compare(parts, { chain, books: read, signal }))) return
        custodyAt = clock.wallNow()
      },
    },
    async now() {
      const [rails] = await Promise.allSettled([checkRails()])
      if (!(await checkPatiently().catch(silentNode))) throw new Refusal('chain_unavailable')
      if (rails.status === 'fulfilled') return
      throw rails.reason instanceof SilentRails ? new Refusal('provider_unavailable') : rails.reason
    },
    async custodyNow(signal) {
      if (!chain) return false
      const ended = new AbortController()
      const within = AbortSignal.any([ended.signal, ...(signal ? [signal] : [])])
      // Each minute's comparison says what fails here, and a node that is silent cannot be hurried.
      const compared = checkPatiently(within).catch(() => false)
      const waited = pause(PATIENCE_MS, within).then(() => false)
      return await Promise.race([compared, waited]).finally(() => ended.abort())
    },
  }
}

type Recording = { db: Db; clock: Clock }

async function record(
  { db, clock }: Recording,
  comparisons: readonly Comparison[],
  besides: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await recordComparisons(tx, { comparisons, now: clock.now(), wallNow: clock.wallNow() })
    await besides(tx)
  })
}

/** False when the chain does not know any more what it held at that block. */
async function compare(
  recording: Recording,
  asked: { chain: Chain; books: CustodyBooks; signal: AbortSignal | undefined },
): Promise<boolean> {
  const { chain, books, signal } = asked
  const compared = await compareCustody(chain, books, signal)
  if (!compared) return false
  const { comparisons, held } = compared
  await record(recording, comparisons, (tx) =>
    rememberHeld(tx, { asked: books.asked, block: books.block, held }),
  )
  return true
}
