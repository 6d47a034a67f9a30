import { setTimeout as sleep } from 'node:timers/promises'

import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db } from '@btbc/database/database.ts'

import type { Chain } from '#chain/chain.ts'
import type { ChainWork } from '#chain/works.ts'
import type { Clock } from '#platform/clock.ts'
import type { Gateway } from '#payment-provider/gateway.ts'
import type { Chore } from '#platform/jobs.ts'

import { compareCustody } from './custody.ts'
import { compareRails } from './rails.ts'
import { type Finding, recordFindings } from './reconciliation.ts'

/** Asks the outside and writes down what it says: each minute, and when an operator wants it now. */

const EVERY_MS = 60_000
const TRIES_MAX = 12
const BETWEEN_TRIES_MS = 250

export type Reconciler = {
  /** Rails, when they are due. */
  rails: Chore
  /** Custody, when it is due; last in a turn of the chain's works, when they all stand at one block. */
  custody: ChainWork
  /** Everything now, or refuses when the chain does not answer. */
  now(): Promise<void>
}

export function createReconciler(parts: {
  db: Db
  clock: Clock
  chain: Chain | undefined
  gateway: Gateway | undefined
}): Reconciler {
  const { db, clock, chain, gateway } = parts
  const record = async (findings: readonly Finding[]) =>
    await db
      .transaction()
      .execute((tx) => recordFindings(tx, { findings, now: clock.now(), wallNow: clock.wallNow() }))
  const checkRails = async (): Promise<boolean> => {
    const { findings, silent } = await compareRails(db, gateway)
    await record(findings)
    if (silent.length > 0) throw new AggregateError(silent, 'a rail could not be compared')
    return true
  }
  const checkCustody = async (): Promise<boolean> => {
    if (!chain) return true
    const findings = await compareCustody(db, chain)
    if (findings) await record(findings)
    return findings !== undefined
  }
  /** What could not be compared is due again at once. */
  const everyMinute = (check: () => Promise<boolean>) => {
    let dueAt = 0
    return async (): Promise<number> => {
      const wall = clock.wallNow().getTime()
      if (wall < dueAt || !(await check())) return 0
      dueAt = wall + EVERY_MS
      return 1
    }
  }
  const custodyTick = everyMinute(checkCustody)
  return {
    rails: { name: 'compare rails', run: everyMinute(checkRails) },
    custody: {
      name: 'compare custody',
      run: async () => {
        await custodyTick()
      },
    },
    async now() {
      const [rails] = await Promise.allSettled([checkRails()])
      for (let tries = 1; !(await checkCustody()); tries += 1) {
        if (tries === TRIES_MAX) throw new Refusal('chain_unavailable')
        await sleep(BETWEEN_TRIES_MS)
      }
      if (rails.status === 'rejected') throw rails.reason
    },
  }
}
