import {
  exportAuditLog,
  listAuditChoices,
  readAuditLog,
  verifyAuditLog,
} from '@btbc/contract/operator/audit.ts'
import { auditAtOneMoment } from '@btbc/ledger/audit.ts'

import { MINUTE_MS } from '#platform/durations.ts'
import { startWaitingLine } from '#platform/waiting-line.ts'

import { writeAuditFile } from './audit-file.ts'
import { listActions, listChoices } from './audit-list.ts'
import { checkAuditLog } from './audit-log.ts'
import type { ServeOperator } from './operator-serve.ts'

const PER_PAGE = 50
/** Of what reads the whole log. */
const LINE = { atOnce: 1, waiting: 3, waitMs: MINUTE_MS }

export function serveAudit(serve: ServeOperator, folder: string): void {
  serve(readAuditLog, ({ tx, request: { page = 1, limit = PER_PAGE, ...filters } }) =>
    listActions(tx, filters, { page, limit }),
  )
  serve(
    verifyAuditLog,
    ({ db }) => auditAtOneMoment(db, checkAuditLog),
    async ({ prepared: { rows, head, findings } }) => ({ rows, head: head ?? null, findings }),
    startWaitingLine(LINE),
  )
  serve(listAuditChoices, ({ tx }) => listChoices(tx))
  serve(
    exportAuditLog,
    ({ db, request: filters, wallNow }) => writeAuditFile(db, { filters, wallNow, folder }),
    async ({ prepared: file, request, note }) => {
      // Under the name by which the log knows whose member an action was about.
      const { member_id: member, ...rest } = request
      const asked = Object.entries({ ...rest, member }).filter(([, value]) => value !== undefined)
      note('audit log', Object.fromEntries(asked.map(([name, value]) => [name, String(value)])))
      return file
    },
    startWaitingLine(LINE),
  )
}
