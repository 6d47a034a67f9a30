import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { movedOn, type Stood } from '#platform/heartbeat.ts'

/** Nobody can decide while the house stands still. */
export async function reviewStandsStill(tx: Tx, stood: Stood): Promise<void> {
  await sql`
    update operator_proposal set expires_at = ${movedOn(sql.ref('expires_at'), stood)}
    where state = 'pending' and expires_at > ${stood.since}`.execute(tx)
}
