import type { Db } from '@btbc/database/database.ts'
import { auditAtOneMoment, type Finding } from '@btbc/ledger/audit.ts'
import { findUnposted } from '@btbc/ledger/posted.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

/**
 * Airdrops against the books (I22): every budget that was accepted was set aside, given and returned to
 * the pool once, and what is left of it all reserves are asked together; and each member who was written down has theirs once, was left out, or is held.
 */

const FINDINGS_MAX = 20
const { BTBC } = currencies

export async function auditAirdrops(db: Db): Promise<Finding[]> {
  return await auditAtOneMoment(db, async (tx) => {
    const moved = await findUnposted(tx, {
      kinds: ['airdrop.reserved', 'airdrop.paid', 'airdrop.returned'],
      awaited: sql`
          select key, part.currency, part.amount * times as amount, member_id
          from airdrop cross join lateral (
            values (currency, amount), (${BTBC.id}::integer, worth)
          ) part (currency, amount) cross join lateral (
            select format('airdrop:%s:reserved', id) as key, members as times, null::integer as member_id
            union all
            select format('airdrop:%s:returned', id), left_out, null where state = 'ended'
            union all
            select format('airdrop:%s:member:%s', id, member_id), 1, member_id from airdrop_member
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
    return twice.map((detail) => ({ rule: 'I22 each member has theirs once', detail }))
  })
}
