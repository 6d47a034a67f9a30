import type { Db } from '@btbc/database/database.ts'
import { auditAtOneMoment, type Finding } from '@btbc/ledger/audit.ts'
import { holders } from '@btbc/ledger/balances.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

/**
 * Points against the books (I14): each member holds what was given and not exchanged. That the reserve is
 * what all of that is worth, all reserves are asked together.
 */

const FINDINGS_MAX = 20
const { POINT } = currencies

export async function auditPoints(db: Db): Promise<Finding[]> {
  return await auditAtOneMoment(db, async (tx) => {
    const { rows: wrong } = await sql<{ member_id: number; held: bigint }>`
      select coalesce(standing.member_id, holder.member_id) as member_id,
        coalesce(available, 0) as held
      from point_standing standing
      full join ${holders('points', POINT.id)} holder on holder.member_id = standing.member_id
      where coalesce(available, 0) <> coalesce(given - exchanged, 0)
      order by 1 limit ${FINDINGS_MAX}`.execute(tx)
    return wrong.map(({ member_id: id, held }) => ({
      rule: 'I14 a member holds the points that were given and not exchanged',
      detail: `member ${id} has ${held}`,
    }))
  })
}
