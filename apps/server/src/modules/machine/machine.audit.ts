import type { Db, Tx } from '@btbc/database/database.ts'
import { auditAtOneMoment, type Finding } from '@btbc/ledger/audit.ts'
import { sql } from 'kysely'

/** The stock of the shop follows from how many were sold: each of them is somebody's. */

const FINDINGS_MAX = 20

export async function auditShop(db: Db): Promise<Finding[]> {
  return await auditAtOneMoment(db, findMiscounted)
}

async function findMiscounted(tx: Tx): Promise<Finding[]> {
  const { rows } = await sql<{ detail: string }>`
    select format('%s: %s sold, %s owned', name, sold, owned) as detail
    from machine_model left join (
      select model_id, count(*) as owned from machine group by model_id
    ) had on model_id = machine_model.id
    where sold <> coalesce(owned, 0) limit ${FINDINGS_MAX}`.execute(tx)
  return rows.map(({ detail }) => ({ rule: 'a machine that was sold is owned', detail }))
}
