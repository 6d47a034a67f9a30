import type { Db } from '@btbc/database/database.ts'
import { atOneMoment } from '@btbc/database/one-moment.ts'
import type { Finding } from '@btbc/ledger/audit.ts'
import { findUnposted, findUnreserved } from '@btbc/ledger/posted.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

import { sumPromised } from './packet.ts'

/**
 * Red packets against the books (I15): every budget that was published is still set aside, paid in
 * shares, or back in the pool; and each share is in the books once.
 */

const FINDINGS_MAX = 20

export async function auditPackets(db: Db): Promise<Finding[]> {
  return await atOneMoment(db, async (tx) => {
    const promised = await sumPromised(tx)
    const findings: Finding[] = []
    for (const currency of [currencies.USDT.id, currencies.BTBC.id]) {
      const amounts = { currency, promised: promised.get(currency) ?? 0n }
      const detail = await findUnreserved(tx, { purpose: 'reserve:red_packet', ...amounts })
      const rule = 'I15 the reserve of red packets is what open ones still promise'
      if (detail !== undefined) findings.push({ rule, detail })
    }
    const moved = await findUnposted(tx, {
      kinds: ['packet.reserved', 'packet.paid', 'packet.returned'],
      awaited: sql`
          select format('packet:%s:reserved', id) as key, currency, budget as amount
          from red_packet where state in ('open', 'ended')
          union all
          select format('packet:%s:member:%s', packet_id, member_id), currency, amount
          from packet_share join red_packet on red_packet.id = packet_id
          union all
          select format('packet:%s:returned', id), currency, budget - paid
          from red_packet where state = 'ended' and budget > paid`,
      most: FINDINGS_MAX,
    })
    return [
      ...findings,
      ...moved.map((detail) => ({ rule: 'I15 each share is paid once', detail })),
    ]
  })
}
