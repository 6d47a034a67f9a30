import type { Db, Tx } from '@btbc/database/database.ts'

import type { KeyedCall, StoredAnswers } from '#platform/stored-answers.ts'
import { type Outcome, together } from '#platform/together.ts'

import { refusalOf } from './failures.ts'
import { holdKeys, storedAnswers } from './idempotency.ts'
import { inTransaction } from './transaction.ts'

/**
 * What many members ask at once, in batches: `platform/together.ts` makes them, each is a transaction here,
 * and what they take from the house is planned and booked by `platform/keyed-batch.ts`.
 */

/** What is asked of one batch. */
export const BATCH_MAX = 200

type Asked = { memberId: number; call?: KeyedCall | undefined }

/** Each of what is asked is done once under its key. */
export function inBatches<Each extends Asked, Answer>(
  db: Db,
  work: (
    tx: Tx,
    batch: readonly Each[],
    options: { waits: boolean; storedAnswers: StoredAnswers },
  ) => Promise<Outcome<Answer>[]>,
): (asked: Each) => Promise<Answer> {
  return together({
    most: BATCH_MAX,
    nameOf: ({ memberId }: Each) => memberId,
    mayRepeat,
    work: (batch, { alone }) =>
      inTransaction(db, (tx) =>
        withKeys(tx, batch, {
          waits: alone,
          work: (free) => work(tx, free, { waits: alone, storedAnswers }),
        }),
      ),
  })
}

/** Of what was lost nobody knows whether it was done: only under a key it is done once. */
export function mayRepeat({ call }: Asked, failure: unknown): boolean {
  return call !== undefined || refusalOf(failure)?.code !== 'unavailable'
}

/**
 * Whoever does something else under the same key meanwhile holds up nobody but themselves. Keys come
 * before everything else that is locked, as in every other call.
 */
export async function withKeys<Each extends Asked, Answer>(
  tx: Tx,
  batch: readonly Each[],
  parts: { waits: boolean; work: (free: readonly Each[]) => Promise<Outcome<Answer>[]> },
): Promise<Outcome<Answer>[]> {
  const { waits, work } = parts
  const calls = batch.flatMap(({ call }) => call ?? [])
  const held = await holdKeys(tx, calls, { waits })
  const free = batch.filter(({ call }) => call === undefined || held.has(call))
  const outcomes = free.length === 0 ? [] : await work(free)
  const outcomeOf = new Map(free.map((each, n) => [each, outcomes[n]]))
  return batch.map((each) => outcomeOf.get(each) ?? 'held up')
}
