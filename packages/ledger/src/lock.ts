/** Looking at the balances of many accounts: before a batch, which locks them, and after it. */

import { prepare, type Statement } from '@btbc/database/database.ts'
import { bigints } from '@btbc/database/binary-array.ts'

const LOCK = prepare(
  'ledger_lock',
  `select case when count(*) < cardinality($1) then array_agg(id)::text end as ids,
     array_agg(least(available, 9007199254740991))::text as available
   from (
     select id, available from ledger_account
     where id = any ($1::bigint[]) order by id for no key update
   ) locked`,
)

/** `ids` only when an account is not there. */
export type LockedRow = { ids: string | null; available: string | null }

/** Locks these accounts, which are given in the order of their ids, each once. */
export function lockStatement(ids: Float64Array): Statement {
  return { text: LOCK, values: [bigints(ids)] }
}

/**
 * What each has available: at most the largest safe integer, which is then less than what is there.
 * Those that are not opened yet are left out.
 */
export function readLocked(ids: Float64Array, [row]: readonly LockedRow[]): Map<number, number> {
  const found = row?.ids ? numbersIn(row.ids) : ids
  const available = row?.available ? numbersIn(row.available) : []
  const balances = new Map<number, number>()
  for (const [place, amount] of available.entries()) balances.set(found[place] ?? 0, amount)
  return balances
}

const READ = prepare(
  'ledger_read',
  'select id, available, held from ledger_account where id = any ($1::bigint[])',
)

export type BalanceRow = { id: bigint; available: bigint; held: bigint }

/** What accounts hold at this point of the transaction. */
export function readStatement(ids: readonly number[]): Statement {
  return { text: READ, values: [bigints(ids)] }
}

function numbersIn(array: string): number[] {
  return JSON.parse(`[${array.slice(1, -1)}]`)
}
