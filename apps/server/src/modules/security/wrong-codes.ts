import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { HOUR_MS } from '#platform/durations.ts'

/**
 * Five wrong tries end a code, so one account is safe; somebody who tries a few at each of many
 * accounts is seen only in the sum over all of them.
 */

const WINDOW_MS = HOUR_MS
export const WRONG_CODES_MAX = 100

/** Of sent codes and of step-ups that were begun within the hour: both count wrong tries alone. */
export async function listWrongCodes(tx: Tx, wallNow: Date) {
  const since = new Date(wallNow.getTime() - WINDOW_MS)
  const { rows } = await sql<{ wrong: bigint; accounts: bigint }>`
    with tried as (
      select target as account, tries as wrong
      from code where created_at >= ${since} and tries > 0
      union all
      select member_id::text, tries from step_up where created_at >= ${since} and tries > 0
    )
    select coalesce(sum(wrong), 0)::bigint as wrong, count(distinct account) as accounts
    from tried`.execute(tx)
  const { wrong = 0n, accounts = 0n } = rows[0] ?? {}
  if (wrong < BigInt(WRONG_CODES_MAX)) return []
  const text = `${wrong} wrong codes within an hour, at ${accounts} accounts: somebody may be guessing`
  return [{ kind: 'wrong_codes' as const, text, at: null }]
}
