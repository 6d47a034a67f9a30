import type { Db } from '@btbc/database/database.ts'
import { atOneMoment } from '@btbc/database/one-moment.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import type { Finding } from '@btbc/ledger/audit.ts'
import { balanceOf, holdersOf } from '@btbc/ledger/balances.ts'
import { currencies } from '@btbc/money/currency.ts'

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
    const held = new Map(
      (await holdersOf(tx, 'points', POINT.id)).map((each) => [each.memberId, each.available]),
    )
    const standings = await tx
      .selectFrom('point_standing')
      .select(['member_id', 'given', 'exchanged'])
      .execute()
    const wrong = standings.filter(
      ({ member_id: id, given, exchanged }) => (held.get(id) ?? 0n) !== given - exchanged,
    )
    const known = new Set(standings.map((each) => each.member_id))
    const unknown = [...held.keys()].filter((id) => !known.has(id))
    const members = [...wrong.map((each) => each.member_id), ...unknown].slice(0, FINDINGS_MAX)
    const rule = 'I14 the reserve of points is what they are worth'
    return [
      ...(reserved === worth ? [] : [{ rule, detail: `${reserved} reserved, ${worth} worth` }]),
      ...members.map((id) => ({
        rule: 'I14 a member holds the points that were given and not exchanged',
        detail: `member ${id} has ${held.get(id) ?? 0n}`,
      })),
    ]
  })
}
