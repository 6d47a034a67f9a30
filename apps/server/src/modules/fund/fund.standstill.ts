import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { movedOn, type Stood } from '#platform/heartbeat.ts'

/** Nobody could pay while the house stood still. */
export async function fundStandsStill(tx: Tx, stood: Stood): Promise<void> {
  await sql`
    update fund_contract set pay_by = ${movedOn(sql.ref('pay_by'), stood)}
    where state = 'awaiting' and pay_by > ${stood.since}`.execute(tx)
}
