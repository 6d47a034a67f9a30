import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import type { Stood } from '#platform/heartbeat.ts'

/** The turn of every running deal takes as much longer: nobody could pay, confirm or answer. */
export async function dealStandsStill(tx: Tx, { ms }: Stood): Promise<void> {
  await sql`
    update deal set due_at = due_at + ${ms} * interval '1 millisecond',
      turn_at = turn_at + ${ms} * interval '1 millisecond'
    where closed_at is null`.execute(tx)
}
