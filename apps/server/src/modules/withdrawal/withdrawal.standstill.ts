import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { movedOn, type Stood } from '#platform/heartbeat.ts'

/**
 * What waits so that its owner can stop it waits longer, by as much as nobody could; and so does what
 * operators have to decide.
 */
export async function withdrawalStandsStill(tx: Tx, stood: Stood): Promise<void> {
  const { since, ms } = stood
  await sql`
    update withdrawal set release_at = ${movedOn(sql.ref('release_at'), stood)},
      next_check_at = case when release_at > ${since}
        then next_check_at + ${ms} * interval '1 millisecond' else next_check_at end,
      decide_by = ${movedOn(sql.ref('decide_by'), stood)}
    where state = 'pending'
      and ((next_check_at > ${since} and release_at > ${since}) or approved_at is null)`.execute(tx)
  await sql`
    update bank_withdrawal set decide_by = ${movedOn(sql.ref('decide_by'), stood)}
    where state = 'pending' and decide_by > ${since}`.execute(tx)
  await sql`
    update saved_address set usable_at = ${movedOn(sql.ref('usable_at'), stood)}
    where usable_at > ${since}`.execute(tx)
}
