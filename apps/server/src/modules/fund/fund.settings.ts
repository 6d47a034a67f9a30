import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { type Left, leftOf, shareSetting } from '#modules/earn/index.ts'

/** How much of the pool of funds one member may have, and what of it is left for them. */

export const fundShare = shareSetting('fund.share', 'Funds of one member')

export async function fundLeft(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<Left> {
  const { rows } = await sql<{ held: bigint }>`
    select coalesce(sum(yield), 0)::bigint as held
    from fund_contract where member_id = ${memberId} and closed_at is null`.execute(tx)
  const held = rows[0]?.held ?? 0n
  return await leftOf(tx, { purpose: 'pool:fund', setting: fundShare, held, now })
}
