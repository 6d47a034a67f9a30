import type { Db } from '@btbc/database/database.ts'
import { auditAtOneMoment, type Finding } from '@btbc/ledger/audit.ts'
import { findTaken, findUnposted } from '@btbc/ledger/posted.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

/**
 * Funds against the books, recomputed from their rows (I13): each that has ended is paid once, amount and
 * yield. That the reserve is the yield of those that run or wait for their payment, all reserves are asked
 * together; what is held is I5.
 */

const FINDINGS_MAX = 20

export async function auditFunds(db: Db): Promise<Finding[]> {
  return await auditAtOneMoment(db, async (tx) => {
    const paid = await findUnposted(tx, {
      kinds: ['fund.closed'],
      awaited: sql`
          select format('fund:%s:closed', id) as key, ${currencies.USDT.id}::integer as currency,
            amount + yield as amount, member_id
          from fund_contract where state = 'ended'`,
      most: FINDINGS_MAX,
    })
    const released = await findUnposted(tx, {
      kinds: ['fund.released'],
      awaited: sql`
          select format('fund:%s:released', id) as key, ${currencies.USDT.id}::integer as currency,
            yield as amount, member_id
          from fund_contract where state = 'lapsed'`,
      most: FINDINGS_MAX,
    })
    const { rows: tallied } = await sql<{ detail: string }>`
        select format('member %s: %s', member_id, funds_awaiting + funds_running + funds_ended) as detail
        from earn_tally full join (
          select member_id, count(*) filter (where state = 'awaiting') as awaiting,
            count(*) filter (where state = 'running') as running,
            count(*) filter (where state = 'ended') as ended
          from fund_contract group by member_id
        ) funds using (member_id)
        where (coalesce(funds_awaiting, 0), coalesce(funds_running, 0), coalesce(funds_ended, 0))
          <> (coalesce(awaiting, 0), coalesce(running, 0), coalesce(ended, 0))
        limit ${FINDINGS_MAX}`.execute(tx)
    const taken = await findTaken(tx, {
      kinds: ['fund.opened', 'fund.closed'],
      most: FINDINGS_MAX,
    })
    return [
      ...taken.map((detail) => ({
        rule: 'what a member put into a fund goes to nobody else',
        detail,
      })),
      ...tallied.map(({ detail }) => ({ rule: 'how many funds a member has is kept', detail })),
      ...paid.map((each) => ({ rule: 'I13 a fund that has ended is paid once', detail: each })),
      ...released.map((each) => ({
        rule: 'I13 the yield of a fund that was not paid goes back once',
        detail: each,
      })),
    ]
  })
}
