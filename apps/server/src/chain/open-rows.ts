import type { Db } from '@btbc/database/database.ts'
import type { Selectable } from 'kysely'
import type { Tables } from '@btbc/database/tables.ts'
import type { Address } from 'viem'

import type { Chain } from './chain.ts'
import type { KeyName } from './keys.ts'
import type { TransactionRow } from './transactions.ts'

export type OpenRow = Selectable<Tables['chain_transaction']>
export type Attempt = Selectable<Tables['chain_attempt']>

/** At once. */
export const ROWS_MAX = 500

/** What is to be signed now. Whatever could not be before stands behind what was never tried. */
export async function readQueued(db: Db, now: Date): Promise<OpenRow[]> {
  return await db
    .selectFrom('chain_transaction')
    .selectAll()
    .where('state', '=', 'queued')
    .where((row) => row.or([row('next_check_at', 'is', null), row('next_check_at', '<=', now)]))
    .orderBy('tries')
    .orderBy('id')
    .limit(ROWS_MAX)
    .execute()
}

export type OpenStates = readonly ('signed' | 'sent')[]

/** What is signed and not settled yet, behind this one. */
export async function readOpen(
  db: Db,
  { after, states }: { after: bigint; states: OpenStates },
): Promise<OpenRow[]> {
  return await db
    .selectFrom('chain_transaction')
    .selectAll()
    .where('state', 'in', [...states])
    .where('id', '>', after)
    .orderBy('id')
    .limit(ROWS_MAX)
    .execute()
}

export async function readAttempts(db: Db, id: bigint): Promise<Attempt[]> {
  return await db
    .selectFrom('chain_attempt')
    .selectAll()
    .where('transaction_id', '=', id)
    .orderBy('gas_price', 'desc')
    .execute()
}

/** The row as its purpose is told of it; fillers of gaps are nobody's. */
export function forPurpose(row: OpenRow): TransactionRow | undefined {
  const { purpose } = row
  switch (purpose) {
    case 'withdrawal':
    case 'sweep':
    case 'mint':
    case 'faucet':
    case 'gas_topup':
    case 'minter_gas':
    case 'proof_log':
    case 'proof':
      return { ...row, purpose }
    default:
      return undefined
  }
}

export function addressOfKey(chain: Chain, key: string): Address {
  return chain.keys.address(key as KeyName)
}

/** Says for operators why a row waits, in a sentence. */
export async function noteProblem(db: Db, row: OpenRow, problem: string): Promise<void> {
  if (row.problem === problem) return
  await db.updateTable('chain_transaction').set({ problem }).where('id', '=', row.id).execute()
}
