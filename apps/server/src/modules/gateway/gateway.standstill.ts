import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { movedOn, type Stood } from '#platform/heartbeat.ts'

/** Nobody could pay by way of a house that stood still. */
export async function gatewayStandsStill(tx: Tx, stood: Stood): Promise<void> {
  await sql`
    update gateway_order set expires_at = ${movedOn(sql.ref('expires_at'), stood)}
    where state = 'pending' and expires_at > ${stood.since}`.execute(tx)
}
