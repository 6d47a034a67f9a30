/** What a server that is measured would find in its books, and stop. */

import type { Db } from '@btbc/database/database.ts'
import { audit, type Finding } from '@btbc/ledger/audit.ts'
import { audits } from '../../apps/server/src/audits.ts'

export async function auditHouse(db: Db): Promise<Finding[]> {
  const findings = await audit(db)
  for (const { find } of audits) findings.push(...(await find(db)))
  return findings
}
