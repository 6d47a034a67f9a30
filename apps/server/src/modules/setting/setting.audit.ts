import type { Db } from '@btbc/database/database.ts'
import type { Finding } from '@btbc/ledger/audit.ts'
import { sql } from 'kysely'

/** What holds was agreed on by two: every value is the one that was accepted, or
 * is older than the house. */

const FINDINGS_MAX = 20

export async function auditSettings(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{ detail: string }>`
    select format('%s from %s', name, effective_from) as detail
    from setting left join operator_proposal agreed on agreed.id = proposal_id
    where not case
      when proposal_id is null then effective_from < coalesce(
        (select founded_at from founding), effective_from + interval '1 second')
      else agreed.kind = 'setting.change' and agreed.state = 'accepted'
        and agreed.payload ->> 'name' = setting.name
        and (agreed.payload ->> 'after')::jsonb = value
        and effective_from >= agreed.decided_at
    end
    limit ${FINDINGS_MAX}`.execute(db)
  return rows.map(({ detail }) => ({
    rule: 'a setting is what two operators agreed on, from then on',
    detail,
  }))
}
