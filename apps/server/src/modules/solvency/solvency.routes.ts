import { readSolvency } from '@btbc/contract/solvency.ts'

import type { ServeDirect } from '#http/serve.ts'
import { inTransaction } from '#http/transaction.ts'

import { describeSolvency, type Promises } from './solvency.ts'
import { takeTurns } from './take-turns.ts'

/** It adds up every account, so it is done once at a time, however many ask. */
export function serveSolvency(
  serveDirect: ServeDirect,
  { promises }: { promises: Promises },
): void {
  const describe = takeTurns<Awaited<ReturnType<typeof describeSolvency>>>()
  serveDirect(readSolvency, ({ db, now, wallNow }) =>
    describe(() => inTransaction(db, (tx) => describeSolvency(tx, { promises, now, wallNow }))),
  )
}
