import type { Db } from '@btbc/database/database.ts'
import { auditAtOneMoment, type Finding } from '@btbc/ledger/audit.ts'
import { findTaken, findUnposted } from '@btbc/ledger/posted.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

/**
 * Locks against the books, recomputed from their rows (I13): each day is in the books once with its
 * amount. That the reserve is what is not paid yet, all reserves are asked together; that what is held is
 * what is locked, is I5.
 */

const FINDINGS_MAX = 20

export async function auditLocks(db: Db): Promise<Finding[]> {
  return await auditAtOneMoment(db, async (tx) => {
    const days = await findUnposted(tx, {
      kinds: ['lock.paid'],
      awaited: sql`
          select format('lock:%s:day:%s', id, day) as key, ${currencies.USDT.id}::integer as currency,
            day_income as amount, member_id
          from lock_contract cross join generate_series(1, days_paid) as day`,
      most: FINDINGS_MAX,
    })
    const { rows: tallied } = await sql<{ detail: string }>`
        select format('member %s: %s kept, %s paid', member_id, lock_paid, paid) as detail
        from earn_tally full join (
          select member_id, sum(day_income * days_paid) as paid from lock_contract group by member_id
        ) locks using (member_id)
        where coalesce(lock_paid, 0) <> coalesce(paid, 0) limit ${FINDINGS_MAX}`.execute(tx)
    const taken = await findTaken(tx, {
      kinds: ['lock.opened', 'lock.paid', 'lock.closed', 'lock.exited'],
      most: FINDINGS_MAX,
    })
    return [
      ...taken.map((detail) => ({
        rule: 'what a member put into a lock goes to nobody else',
        detail,
      })),
      ...tallied.map(({ detail }) => ({ rule: 'what locks paid a member is kept', detail })),
      ...days.map((detail) => ({ rule: 'I13 each day of a lock is paid once', detail })),
    ]
  })
}
