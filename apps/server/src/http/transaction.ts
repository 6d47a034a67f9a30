import { setTimeout as sleep } from 'node:timers/promises'

import { CountedRefusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'

const TRIES_MAX = 4

/** Serialization failure, deadlock, a table that changed under a plan: the transaction had no effect and may simply run again. */
const AGAIN = new Set(['40001', '40P01', '0A000'])

/** Runs the work in one transaction; runs it again, a few times, when the database asks for that. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (tries === TRIES_MAX || !AGAIN.has(sqlState(error))) throw error
      await sleep(Math.random() * 20 * tries)
    }
  }
}

/** The same for one call: a counted refusal is thrown once what it counted is committed. */
export async function inTransactionOfCall<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const outcome = await inTransaction(db, async (tx) => {
    try {
      return { answer: await work(tx) }
    } catch (error) {
      if (error instanceof CountedRefusal) return { refusal: error }
      throw error
    }
  })
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.answer
}

/** The five characters PostgreSQL gives an error, or ''. */
export function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''
}
