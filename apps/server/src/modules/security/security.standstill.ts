import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { movedOn, type Stood } from '#platform/heartbeat.ts'
import { WAIT_MS } from './withdrawal-wait.ts'

/** While the house stands still no owner can stop anybody: what gives them a day for that takes longer. */
export async function securityStandsStill(tx: Tx, stood: Stood): Promise<void> {
  const { since } = stood
  const day = sql`${WAIT_MS} * interval '1 millisecond'`
  const waits = sql`greatest(greatest(password_reset_at, contact_changed_at, weakened_at) + ${day},
    held_until)`
  const frozen = sql`case when frozen_at is not null
    then greatest(frozen_at + ${day}, freeze_until) end`
  const knownOnly = sql.ref('known_only_ends_at')
  // By its index: of all members only those of whom something was so lately.
  const newest = sql`greatest(password_reset_at, contact_changed_at, weakened_at, held_until,
    frozen_at, freeze_until, known_only_ends_at)`
  await sql`
    update member set held_until = ${movedOn(waits, stood)},
      freeze_until = ${movedOn(frozen, stood)}, known_only_ends_at = ${movedOn(knownOnly, stood)}
    where ${newest} > ${since}::timestamptz - ${day}
      and (${waits} > ${since} or ${frozen} > ${since} or ${knownOnly} > ${since})`.execute(tx)
}
