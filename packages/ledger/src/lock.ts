/** Looking at balances before a batch: read and locked until the transaction ends. */

import { type Tx, prepare, runPrepared } from '@btbc/database/database.ts'
import { arrayOf } from '#wire.ts'

/** Balances as numbers: at most the largest safe integer, which is then less than what is there. */
export type LockedBalance = { id: number; available: number; held: number }

const LOCK = prepare(
  'ledger_lock',
  `select id::float8 as id, least(available, 9007199254740991)::float8 as available,
     least(held, 9007199254740991)::float8 as held
   from ledger_account where id = any ($1::bigint[]) order by id for no key update`,
)

/** Locks these accounts in the order of their ids; those not opened yet are left out. */
export async function lockAccounts(tx: Tx, ids: readonly number[]): Promise<LockedBalance[]> {
  return await runPrepared<LockedBalance>(tx, LOCK, [arrayOf(ids.toSorted((a, b) => a - b))])
}
