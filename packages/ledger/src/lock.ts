/** Looking at the balances of many accounts: before a batch, with or without a lock, and after it. */

import { prepare, type Statement } from '@btbc/database/database.ts'
import { bigints } from '@btbc/database/binary-array.ts'

const AVAILABLE = `case when count(*) < cardinality($1) then array_agg(id)::text end as ids,
  array_agg(available)::text as available`
const ACCOUNTS = `select id, available from ledger_account
  where id = any ($1::bigint[]) order by id`

const LOCK = prepare(
  'ledger_lock',
  `select ${AVAILABLE} from (${ACCOUNTS} for no key update) locked`,
)

/** `ids` only when an account is not there. */
export type AvailableRow = { ids: string | null; available: string | null }

/** Locks these accounts, which are given in the order of their ids, each once. */
export function lockStatement(ids: Float64Array): Statement {
  return { text: LOCK, values: [bigints(ids)] }
}

/**
 * Makes a statement that only looks at accounts, and at one value `beside` them as of the same
 * moment, whose parameters count from $2.
 */
export function prepareLook(
  name: string,
  beside: string,
): (ids: Float64Array, values: readonly unknown[]) => Statement {
  const text = prepare(name, `select ${AVAILABLE}, (${beside}) as beside from (${ACCOUNTS}) seen`)
  return (ids, values) => ({ text, values: [bigints(ids), ...values] })
}

/** What each has available. Those that are not opened yet are left out. */
export function readAvailable(
  ids: Float64Array,
  [row]: readonly AvailableRow[],
): Map<number, bigint> {
  const found: ArrayLike<number> = row?.ids ? JSON.parse(`[${row.ids.slice(1, -1)}]`) : ids
  const available = row?.available ? row.available.slice(1, -1).split(',').map(BigInt) : []
  const balances = new Map<number, bigint>()
  for (const [place, amount] of available.entries()) balances.set(found[place] ?? 0, amount)
  return balances
}

const READ = prepare(
  'ledger_read',
  'select id, available, held from ledger_account where id = any ($1::bigint[])',
)

export type BalanceRow = { id: bigint; available: bigint; held: bigint }

/** What accounts hold now. */
export function readStatement(ids: readonly number[]): Statement {
  return { text: READ, values: [bigints(ids)] }
}
