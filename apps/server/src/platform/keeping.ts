import type { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import type { Fragment } from '@btbc/ledger/fragment.ts'

/** What is done in batches is done once under its key, too. */

export type KeyedCall = {
  memberId: number
  key: string
  requestHash: Buffer
  /** The answer from before is forgotten: the same request means a new one by then. */
  since?: Date | undefined
}

/** How the answer to a call is kept with what it did under its key, and found again. */
export type Keeping = {
  findAnswers: (
    tx: Tx,
    calls: readonly KeyedCall[],
  ) => Promise<(call: KeyedCall) => { message: unknown } | Refusal | undefined>
  answersStored: (
    answers: readonly { call: KeyedCall; message: unknown }[],
    wallNow: Date,
  ) => Fragment
}

/** The outcome of a call that was refused. */
export function refused(error: unknown): () => never {
  return () => {
    throw error
  }
}
