import { readSolvency } from '@btbc/contract/solvency.ts'

import type { ServeDirect } from '#http/serve.ts'
import { inTransaction } from '#http/transaction.ts'
import { MINUTE_MS } from '#platform/durations.ts'
import { remember } from '#platform/remember.ts'

import { describeSolvency, type Promises } from './solvency.ts'

/** It adds up every account, so it is done once a minute, however many ask; the answer says from when it is. */
export function serveSolvency(
  serveDirect: ServeDirect,
  { promises, isIdle = false }: { promises: Promises; isIdle?: boolean | undefined },
): void {
  const describe = remember(isIdle ? 0 : MINUTE_MS, (db, at) =>
    inTransaction(db, (tx) => describeSolvency(tx, { promises, ...at })),
  )
  serveDirect(readSolvency, ({ db, now, wallNow }) => describe(db, { now, wallNow }))
}
