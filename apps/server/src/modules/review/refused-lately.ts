import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { DAY_MS } from '#platform/durations.ts'

/** When operators have refused or ended so many of a member within a day, the next is looked at when that is over. */

const asked = {
  identity: { endedAt: 'decided_at', most: 3 },
  bank_deposit: { endedAt: 'closed_at', most: 5 },
  seller: { endedAt: 'decided_at', most: 1 },
} as const

/** What time has ended counts for nothing: nobody has looked at it. */
export async function refuseLately(
  tx: Tx,
  { table, memberId, now }: { table: keyof typeof asked; memberId: number; now: Date },
): Promise<void> {
  const { endedAt, most } = asked[table]
  const { rows } = await sql<{ at: Date }>`
    select ${sql.ref(endedAt)} as at from ${sql.table(table)}
    where member_id = ${memberId} and state in ('rejected', 'refused', 'ended') and reason ? 'words'
      and ${sql.ref(endedAt)} > ${new Date(now.getTime() - DAY_MS)}
    order by at desc limit ${most}`.execute(tx)
  const oldest = rows[most - 1]
  if (!oldest) return
  const until = new Date(oldest.at.getTime() + DAY_MS)
  throw new Refusal('refused_lately', { until: until.toISOString() })
}
