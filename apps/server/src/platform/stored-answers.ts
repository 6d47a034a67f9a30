import type { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import type { Fragment } from '@btbc/ledger/fragment.ts'

/**
 * The answer to a call is stored under its key with what the call did, and whoever asks again is answered
 * the same. Here for calls that are done in batches; for one alone see `http/idempotency.ts`.
 */

export type KeyedCall = {
  memberId: number
  key: string
  requestHash: Buffer
  /** An answer from before is forgotten: the same request means a new one by then. */
  since?: Date | undefined
}

export type StoredAnswers = {
  find: (
    tx: Tx,
    calls: readonly KeyedCall[],
  ) => Promise<(call: KeyedCall) => { message: unknown } | Refusal | undefined>
  /** What is written with what the calls did. */
  rowsOf: (answers: readonly { call: KeyedCall; message: unknown }[], wallNow: Date) => Fragment
}
