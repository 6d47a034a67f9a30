import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import type { ScannedBlock } from './scan.ts'

/** What the transactions of a stretch have brought to deposit addresses in BNB, and taken from them. */
export async function explain(tx: Tx, blocks: readonly ScannedBlock[]): Promise<void> {
  const changes = new Map<string, bigint>()
  for (const { address, change } of blocks.flatMap(({ explained }) => explained)) {
    changes.set(address, (changes.get(address) ?? 0n) + change)
  }
  for (const [address, change] of changes) {
    await sql`update deposit_address set explained = explained + ${change}::numeric
      where address = ${address}`.execute(tx)
  }
}

/** The chain is another one: balances are taken as they are at the next look. */
export async function forgetExplained(tx: Tx): Promise<void> {
  await tx.updateTable('deposit_address').set({ explained: null }).execute()
}
