import { setTimeout as sleep } from 'node:timers/promises'

import type { Db, Tx } from '@btbc/database/database.ts'
import type { FastifyBaseLogger } from 'fastify'

import type { Clock } from './clock.ts'

/**
 * What time does. A sweep handles at most one batch of due rows in the transaction it is given
 * (claimed with `for update skip locked`) and answers how many; it runs again until it answers 0.
 */
export type Sweep = {
  name: string
  run: (tx: Tx, at: { now: Date; wallNow: Date }) => Promise<number>
}

/** Work outside a transaction, such as sending mail. */
export type Chore = { name: string; run: (db: Db, wallNow: Date) => Promise<number> }

const EVERY_MS = 1000
const ROUNDS_MAX = 10_000
/** What runs longer than this keeps all others waiting, and somebody should know. */
const LONG_MS = 10_000

/** Runs every sweep until nothing is due. Safe beside other processes: rows are claimed. */
async function sweepAll(db: Db, clock: Clock, sweeps: readonly Sweep[]): Promise<void> {
  for (const sweep of sweeps) {
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const at = { now: clock.now(), wallNow: clock.wallNow() }
      const handled = await db.transaction().execute((tx) => sweep.run(tx, at))
      if (handled === 0) break
    }
  }
}

export type Jobs = { sweep(): Promise<void>; stop(): Promise<void> }

/** Sweeps each second until stopped. A failing sweep is logged and tried again the next second. */
export function startJobs(parts: {
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  sweeps: readonly Sweep[]
  chores: readonly Chore[]
}): Jobs {
  const { db, clock, log, sweeps, chores } = parts
  const stopping = new AbortController()
  // One job at a time in this process: whoever asks for a sweep gets back when nothing is due,
  // not while the loop still has hold of a row, be it in a sweep or in a chore.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (work: () => Promise<unknown>): Promise<unknown> => {
    const turn = last.then(work, work)
    last = turn
    return turn
  }
  const loop = async () => {
    while (!stopping.signal.aborted) {
      for (const job of sweeps) {
        await attempt(job.name, () => inTurn(() => sweepAll(db, clock, [job])))
      }
      for (const job of chores) {
        await attempt(job.name, () => inTurn(() => job.run(db, clock.wallNow())))
      }
      await sleep(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const attempt = async (name: string, work: () => Promise<unknown>) => {
    if (stopping.signal.aborted) return
    const long = setTimeout(() => log.error({ job: name }, 'a job takes long'), LONG_MS)
    try {
      await work()
    } catch (error) {
      log.error({ err: error, job: name }, 'a job failed and will be tried again')
    } finally {
      clearTimeout(long)
    }
  }
  const running = loop()
  return {
    async sweep() {
      await inTurn(() => sweepAll(db, clock, sweeps))
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
