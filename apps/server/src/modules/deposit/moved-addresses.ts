import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import type { ScannedBlock } from './scan.ts'

/** Which addresses have something else since a final block: read by `reconciliation/custody-held.ts`. */

export async function noteMoved(
  tx: Tx,
  blocks: readonly Pick<ScannedBlock, 'number' | 'moved'>[],
): Promise<void> {
  const all = blocks.flatMap(({ number, moved }) => moved.map((address) => ({ number, address })))
  if (all.length === 0) return
  await sql`insert into custody_moved (block, address)
    select * from unnest(${all.map(({ number }) => number)}::bigint[],
      ${all.map(({ address }) => address)}::text[])
    on conflict do nothing`.execute(tx)
}

/** The chain is another one: what is remembered there is worth nothing, and the next comparison asks anew. */
export async function forgetHeld(tx: Tx): Promise<void> {
  await tx
    .updateTable('custody_round')
    .set((row) => ({ block: null, chains: row('chains', '+', 1) }))
    .execute()
}
