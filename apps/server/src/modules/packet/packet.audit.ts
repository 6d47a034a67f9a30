import type { Db } from '@btbc/database/database.ts'
import { auditAtOneMoment, type Finding } from '@btbc/ledger/audit.ts'
import { findUnposted } from '@btbc/ledger/posted.ts'
import { sql } from 'kysely'

/**
 * Red packets against the books (I15): every budget that was published was set aside once, and paid in
 * shares or given back to the pool once. What is left of it, all reserves are asked together.
 */

const FINDINGS_MAX = 20

export async function auditPackets(db: Db): Promise<Finding[]> {
  return await auditAtOneMoment(db, async (tx) => {
    const moved = await findUnposted(tx, {
      kinds: ['packet.reserved', 'packet.paid', 'packet.returned'],
      awaited: sql`
          select format('packet:%s:reserved', id) as key, currency, budget as amount,
            null::integer as member_id
          from red_packet where state in ('open', 'ended')
          union all
          select format('packet:%s:member:%s', packet_id, member_id), currency, amount, member_id
          from packet_share join red_packet on red_packet.id = packet_id
          union all
          select format('packet:%s:returned', id), currency, budget - paid, null
          from red_packet where state = 'ended' and budget > paid`,
      most: FINDINGS_MAX,
    })
    return moved.map((detail) => ({ rule: 'I15 each share is paid once', detail }))
  })
}
