import type { Db } from '@btbc/database/database.ts'
import { atOneMoment } from '@btbc/database/one-moment.ts'
import type { Finding } from '@btbc/ledger/audit.ts'
import { findUnposted, findUnreserved } from '@btbc/ledger/posted.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

import { sumPromised } from './airdrop.ts'

/**
 * Airdrops against the books (I22): every budget that was accepted is still set aside, given, or back
 * in the pool; and each member who was written down has theirs once, was left out, or is held.
 */

const FINDINGS_MAX = 20
const { BTBC, LAUNCH, POINT } = currencies

export async function auditAirdrops(db: Db): Promise<Finding[]> {
  return await atOneMoment(db, async (tx) => {
    const promised = await sumPromised(tx)
    const findings: Finding[] = []
    for (const currency of [BTBC.id, LAUNCH.id, POINT.id]) {
      const amounts = { currency, promised: promised.get(currency) ?? 0n }
      const detail = await findUnreserved(tx, { purpose: 'reserve:airdrop', ...amounts })
      const rule = 'I22 the reserve of airdrops is what they still promise'
      if (detail !== undefined) findings.push({ rule, detail })
    }
    const moved = await findUnposted(tx, {
      kinds: ['airdrop.reserved', 'airdrop.paid', 'airdrop.returned'],
      awaited: sql`
          select key, part.currency, part.amount * times as amount
          from airdrop cross join lateral (
            values (currency, amount), (${BTBC.id}::integer, worth)
          ) part (currency, amount) cross join lateral (
            select format('airdrop:%s:reserved', id) as key, members as times
            union all
            select format('airdrop:%s:returned', id), left_out where state = 'ended'
            union all
            select format('airdrop:%s:member:%s', id, member_id), 1 from airdrop_member
            where airdrop_id = id and member_id <= reached and not is_left_out and not is_held
          ) posted
          where state in ('open', 'ended') and part.amount * times > 0`,
      most: FINDINGS_MAX,
    })
    const { rows } = await sql<{ detail: string }>`
        select format('airdrop %s: %s given, %s left out, %s held of %s written down', id, given, left_out, held, written) as detail
        from airdrop cross join lateral (
          select count(*) as written, count(*) filter (where is_left_out) as without,
            count(*) filter (where is_held) as aside,
            count(*) filter (where member_id <= reached) as done
          from airdrop_member where airdrop_id = id
        ) list
        where state in ('open', 'ended')
          and (written, without, aside, done)
            is distinct from (members, left_out, held, given + left_out + held)
        limit ${FINDINGS_MAX}`.execute(tx)
    const twice = [...moved, ...rows.map(({ detail }) => detail)]
    return [
      ...findings,
      ...twice.map((detail) => ({ rule: 'I22 each member has theirs once', detail })),
    ]
  })
}
