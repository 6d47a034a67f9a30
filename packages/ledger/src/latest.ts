/** The time of the newest entry, where business time goes on after a restart. */

import type { Db, Tx } from '@btbc/database/database.ts'

export async function latestEntryAt(database: Db | Tx): Promise<Date | undefined> {
  const row = await database
    .selectFrom('ledger_entry')
    .select('at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}
