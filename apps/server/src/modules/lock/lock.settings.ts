import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { type Left, leftOf, shareSetting } from '#modules/earn/index.ts'

/** How much of the pool of locks one member may have, and what of it is left for them. */

export const lockShare = shareSetting('lock.share', 'Locks of one member')

export async function lockLeft(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<Left> {
  const { rows } = await sql<{ held: bigint }>`
    select coalesce(sum(day_income::numeric * (days - days_paid)), 0)::bigint as held
    from lock_contract where member_id = ${memberId} and state = 'running'`.execute(tx)
  const held = rows[0]?.held ?? 0n
  return await leftOf(tx, { purpose: 'pool:lock', setting: lockShare, held, now })
}
