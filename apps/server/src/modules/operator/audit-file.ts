import { toCsv } from '@btbc/contract/csv.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db } from '@btbc/database/database.ts'
import { atOneMoment } from '@btbc/database/one-moment.ts'

import { writeFileIn, type WrittenFile } from '#platform/written-file.ts'

import { type Filters, newestActions } from './audit-list.ts'

/** More than a spreadsheet is read for; who needs all asks for it in stretches of days. */
const ACTIONS_MAX = 10_000

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

/** What the filters find, and last where the chain ended then: its hash covers each row above. */
export async function writeAuditFile(
  db: Db,
  { filters, wallNow, folder }: { filters: Filters; wallNow: Date; folder: string },
): Promise<WrittenFile> {
  const { actions, head } = await atOneMoment(db, async (tx) => ({
    actions: await newestActions(tx, filters, ACTIONS_MAX + 1),
    head: await tx
      .selectFrom('operator_audit_head')
      .select(['position', 'hash'])
      .executeTakeFirstOrThrow(),
  }))
  if (actions.length > ACTIONS_MAX) throw new Refusal('invalid_request', { field: 'from' })
  const rows = actions.map((each) => [
    'action',
    `${each.position}`,
    each.at.toISOString(),
    `${each.operator.id}`,
    each.operator.name,
    each.action,
    each.subject,
    each.reason,
    JSON.stringify(each.details),
    each.hash,
  ])
  const made = wallNow.toISOString()
  const end = `${head.position}`
  const last = ['head', end, made, '', '', '', '', '', '', head.hash.toString('hex')]
  return await writeFileIn(folder, `btbc-test-audit-${made.slice(0, 10)}.csv`, (add) =>
    add(toCsv([COLUMNS, ...rows, last])),
  )
}
