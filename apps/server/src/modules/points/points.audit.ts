import type { Db } from '@btbc/database/database.ts'
import { atOneMoment } from '@btbc/database/one-moment.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import type { Finding } from '@btbc/ledger/audit.ts'
import { balanceOf, holders } from '@btbc/ledger/balances.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

import { sumWorth } from './points.ts'

/**
 * Points against the books (I14): each member holds what was given and not exchanged, and the reserve
 * is what all of that is worth.
 */

const FINDINGS_MAX = 20
const { BTBC, POINT } = currencies

export async function auditPoints(db: Db): Promise<Finding[]> {
  return await atOneMoment(db, async (tx) => {
    const worth = await sumWorth(tx)
    const books = await balanceOf(tx, houseAccount('reserve:points', BTBC.id))
    const reserved = books.available + books.held
    const { rows: wrong } = await sql<{ member_id: number; held: bigint }>`
      select coalesce(standing.member_id, holder.member_id) as member_id,
        coalesce(available, 0) as held
      from point_standing standing
      full join ${holders('points', POINT.id)} holder on holder.member_id = standing.member_id
      where coalesce(available, 0) <> coalesce(given - exchanged, 0)
      order by 1 limit ${FINDINGS_MAX}`.execute(tx)
    const rule = 'I14 the reserve of points is what they are worth'
    return [
      ...(reserved === worth ? [] : [{ rule, detail: `${reserved} reserved, ${worth} worth` }]),
      ...wrong.map(({ member_id: id, held }) => ({
        rule: 'I14 a member holds the points that were given and not exchanged',
        detail: `member ${id} has ${held}`,
      })),
    ]
  })
}
