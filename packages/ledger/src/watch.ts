/** What can be looked at each minute: whether the balances, as they stand, can be true at all. */

import type { Db } from '@btbc/database/database.ts'
import { atOneMoment } from '@btbc/database/one-moment.ts'
import { sql } from 'kysely'

import type { Finding } from '#audit.ts'
import { missingGuards } from '#audit.ts'

/** Of one currency, or of all of them. */
export type BookFault = Finding & { currency: number | undefined }

const FAULTS_PER_RULE_MAX = 20
const WATCH_MS_MAX = 60_000

/**
 * One pass over the accounts and one over the open holds, from one moment: no entry is read. What was
 * done to entries, and how each balance came to be, is the audit's to find.
 */
export async function watchBooks(db: Db): Promise<BookFault[]> {
  return await atOneMoment(db, async (tx) => {
    for (const setting of ['enable_seqscan', 'enable_hashjoin']) {
      await sql`set local ${sql.ref(setting)} = on`.execute(tx)
    }
    await sql`set local statement_timeout = ${sql.lit(WATCH_MS_MAX)}`.execute(tx)
    const faults: BookFault[] = []
    for (const [rule, query] of Object.entries(rules)) {
      const { rows } = await sql<{ currency: number; detail: string }>`
          select currency, detail from (${query}) found limit ${FAULTS_PER_RULE_MAX}`.execute(tx)
      faults.push(...rows.map((row) => ({ rule, ...row })))
    }
    const { rows } = await sql<{ detail: string }>`${missingGuards}`.execute(tx)
    const rule = 'D2 the guards of the tables stand'
    faults.push(...rows.map(({ detail }) => ({ rule, currency: undefined, detail })))
    return faults
  })
}

const rules = {
  'I1, I3 the accounts of a currency sum to zero, none is below its floor': sql`
    select currency, format('currency %s sums to %s, %s accounts are below their floor', currency,
      sum(available + held), count(*) filter (where available < floor or held < 0)) as detail
    from ledger_account group by currency
    having sum(available + held) <> 0 or bool_or(available < floor or held < 0)`,

  'I5 the holds of an account add up to its held part': sql`
    select coalesce(a.currency, (h.account_id & 4095)::integer) as currency,
      format('account %s: held %s, its holds %s', coalesce(a.id, h.account_id), coalesce(a.held, 0),
        coalesce(h.amount, 0)) as detail
    from (select id, currency, held from ledger_account where held <> 0) a
    full join (select account_id, sum(amount) as amount from held_for group by account_id) h
      on h.account_id = a.id
    where coalesce(a.held, 0) <> coalesce(h.amount, 0)`,
}
