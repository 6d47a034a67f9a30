import { toCsv } from '@btbc/contract/csv.ts'
import type { Db } from '@btbc/database/database.ts'
import { atOneMoment } from '@btbc/database/one-moment.ts'
import { sql } from 'kysely'

import { writeFileIn, type WrittenFile } from '#platform/written-file.ts'

import { type DescribedAction, everyAction, type Filters } from './audit-list.ts'

const ACTIONS_AT_ONCE = 5_000

const COLUMNS = [
  'line',
  'number',
  'at',
  'operator_id',
  'operator',
  'action',
  'subject',
  'reason',
  'details',
  'hash',
]

/** What the filters find, however much, and last where the chain ended then: its hash covers each row above. */
export async function writeAuditFile(
  db: Db,
  { filters, wallNow, folder }: { filters: Filters; wallNow: Date; folder: string },
): Promise<WrittenFile> {
  const made = wallNow.toISOString()
  return await writeFileIn(folder, `btbc-test-audit-${made.slice(0, 10)}.csv`, async (add) => {
    await atOneMoment(db, async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      await add(toCsv([COLUMNS]))
      for await (const some of everyAction(tx, filters, ACTIONS_AT_ONCE)) {
        await add(toCsv(some.map(cellsOf)))
      }
      const head = await tx
        .selectFrom('operator_audit_head')
        .select(['position', 'hash'])
        .executeTakeFirstOrThrow()
      const end = `${head.position}`
      await add(toCsv([['head', end, made, '', '', '', '', '', '', head.hash.toString('hex')]]))
    })
  })
}

function cellsOf(action: DescribedAction): string[] {
  return [
    'action',
    `${action.position}`,
    action.at.toISOString(),
    `${action.operator.id}`,
    action.operator.name,
    action.action,
    action.subject,
    action.reason,
    JSON.stringify(action.details),
    action.hash,
  ]
}
