import type { Db } from '@btbc/database/database.ts'
import { auditAtOneMoment, type Finding } from '@btbc/ledger/audit.ts'
import { findUnposted } from '@btbc/ledger/posted.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

import { valueThen } from '#platform/settings.ts'

import { welcomeGrant } from './welcome.settings.ts'

/** What is written down of a welcome grant is what was paid, and what two had agreed on by then. */

const FINDINGS_MAX = 20
const { BTBC, LAUNCH } = currencies

export async function auditWelcomes(db: Db): Promise<Finding[]> {
  return await auditAtOneMoment(db, async (tx) => {
    const differing = await findUnposted(tx, {
      kinds: ['join.welcomed'],
      awaited: sql`
        select format('welcome:%s', member_id) as key, ${BTBC.id}::integer as currency,
          btbc::numeric as amount, member_id
        from welcome_grant
        union all
        select format('welcome:%s', member_id), ${LAUNCH.id}, launches, member_id from welcome_grant`,
      most: FINDINGS_MAX,
    })
    const { rows: odd } = await sql<{ detail: string }>`
      select format('member %s was granted %s and %s', member_id, btbc, launches) as detail
      from (
        select welcome_grant.*, joined_at as at
        from welcome_grant join member on member.id = member_id
      ) asked
      cross join lateral (${sql.raw(valueThen(welcomeGrant))}) held
      where btbc <> (value ->> 'btbc')::numeric * 1e8
        or launches <> (value ->> 'launches')::integer
      limit ${FINDINGS_MAX}`.execute(tx)
    return [
      ...differing.map((detail) => ({
        rule: 'a welcome grant that was paid is written down with its member',
        detail,
      })),
      ...odd.map(({ detail }) => ({
        rule: 'a welcome grant is what was granted when the account was opened',
        detail,
      })),
    ]
  })
}
