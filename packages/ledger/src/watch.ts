/** What can be looked at each minute: whether the balances, as they stand, can be true at all. */

import type { Db } from '@btbc/database/database.ts'
import { atOneMoment } from '@btbc/database/one-moment.ts'
import { sql } from 'kysely'

import { missingGuards } from '#audit-rules.ts'
import { auditRule, type Finding } from '#audit.ts'

const WATCH_MS_MAX = 60_000

/**
 * Two passes over the accounts and one over the open holds, from one moment: no entry is read. What was
 * done to entries, and how each balance came to be, is the audit's to find.
 */
export async function watchBooks(db: Db): Promise<Finding[]> {
  return await atOneMoment(db, async (tx) => {
    for (const setting of ['enable_seqscan', 'enable_hashjoin']) {
      await sql`set local ${sql.ref(setting)} = on`.execute(tx)
    }
    await sql`set local statement_timeout = ${sql.lit(WATCH_MS_MAX)}`.execute(tx)
    const findings: Finding[] = []
    for (const [rule, query] of Object.entries(rules)) {
      findings.push(...(await auditRule(tx, rule, query)))
    }
    return findings
  })
}

const rules = {
  'I1 the accounts of a currency sum to zero': sql`
    select currency, format('currency %s sums to %s', currency, sum(available + held)) as detail
    from ledger_account group by currency having sum(available + held) <> 0`,

  'I3 no account is below its floor': sql`
    select id as account,
      format('account %s: available %s, held %s, floor %s', id, available, held, floor) as detail
    from ledger_account where available < floor or held < 0`,

  'I5 the holds of an account add up to its held part': sql`
    select coalesce(a.id, h.account_id) as account,
      format('account %s: held %s, its holds %s', coalesce(a.id, h.account_id), coalesce(a.held, 0),
        coalesce(h.amount, 0)) as detail
    from (select id, held from ledger_account where held <> 0) a
    full join (select account_id, sum(amount) as amount from held_for group by account_id) h
      on h.account_id = a.id
    where coalesce(a.held, 0) <> coalesce(h.amount, 0)`,

  'D2 the guards of the tables stand': missingGuards,
}
