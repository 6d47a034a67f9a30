import type { Db, Tx } from '@btbc/database/database.ts'
import { auditAtOneMoment, type Finding } from '@btbc/ledger/audit.ts'
import { sql } from 'kysely'

/** What holds was agreed on by two: every value is the one that was accepted, or is older than the house,
 * and what does not begin was withdrawn by two before. */

const FINDINGS_MAX = 20

export async function auditSettings(db: Db): Promise<Finding[]> {
  return await auditAtOneMoment(db, findUnagreed)
}

async function findUnagreed(tx: Tx): Promise<Finding[]> {
  const { rows } = await sql<{ detail: string }>`
    select format('%s from %s', name, effective_from) as detail
    from setting left join operator_proposal agreed on agreed.id = proposal_id
    left join operator_proposal taken_back on taken_back.id = withdrawn_by
    where not case
      when proposal_id is null then effective_from < coalesce(
        (select founded_at from founding), effective_from + interval '1 second')
      else agreed.kind in ('setting.change', 'machine.add') and agreed.state = 'accepted'
        and agreed.payload ->> 'name' = setting.name
        and (agreed.payload ->> 'after')::jsonb = value
        and effective_from >= agreed.decided_at
    end or withdrawn_by is not null and (
      taken_back.kind = 'setting.withdraw' and taken_back.state = 'accepted'
      and (taken_back.payload ->> 'id')::integer = setting.id
      and taken_back.decided_at < effective_from
    ) is not true
    limit ${FINDINGS_MAX}`.execute(tx)
  return rows.map(({ detail }) => ({
    rule: 'a setting is what two operators agreed on, from then on',
    detail,
  }))
}
