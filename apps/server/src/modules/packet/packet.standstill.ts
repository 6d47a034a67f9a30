import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { movedOn, type Stood } from '#platform/heartbeat.ts'

/**
 * Nobody could take a share while the house stood still. What is proposed says in words until when, and
 * whoever accepts it accepts that; and who is new goes by the day of joining, which promises no share.
 */
export async function packetStandsStill(tx: Tx, stood: Stood): Promise<void> {
  await sql`
    update red_packet set ends_at = ${movedOn(sql.ref('ends_at'), stood)}
    where state = 'open' and ends_at > ${stood.since}`.execute(tx)
}
