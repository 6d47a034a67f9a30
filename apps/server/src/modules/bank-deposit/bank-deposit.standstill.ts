import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { movedOn, type Stood } from '#platform/heartbeat.ts'

import { DECIDE_MS } from './bank-deposit.ts'

/** No operator could decide while the house stood still. */
export async function bankDepositStandsStill(tx: Tx, stood: Stood): Promise<void> {
  const by = sql`coalesce(decide_by, created_at + ${DECIDE_MS} * interval '1 millisecond')`
  await sql`
    update bank_deposit set decide_by = ${movedOn(by, stood)}
    where state = 'pending' and ${by} > ${stood.since}`.execute(tx)
}
