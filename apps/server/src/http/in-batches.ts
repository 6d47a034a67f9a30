import type { Db, Tx } from '@btbc/database/database.ts'

import type { Keeping } from '#platform/keeping.ts'
import { type Outcome, together } from '#platform/together.ts'

import { keeping } from './idempotency.ts'
import { inTransaction } from './transaction.ts'

/** What is asked of one batch. */
export const BATCH_MAX = 200

/** What many members ask at once, in batches, each in one transaction and once under its key. */
export function inBatches<Asked extends { memberId: number }, Answer>(
  db: Db,
  work: (
    tx: Tx,
    batch: readonly Asked[],
    options: { waits: boolean; keeping: Keeping },
  ) => Promise<Outcome<Answer>[]>,
): (asked: Asked) => Promise<Answer> {
  return together({
    most: BATCH_MAX,
    nameOf: ({ memberId }: Asked) => memberId,
    work: (batch, { alone }) =>
      inTransaction(db, (tx) => work(tx, batch, { waits: alone, keeping })),
  })
}
