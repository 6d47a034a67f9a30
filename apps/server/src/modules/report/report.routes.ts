import { exportDay, exportMemberBalances, readDayReport } from '@btbc/contract/operator/report.ts'

import type { ServeOperator } from '#modules/operator/index.ts'

import { writeMembersFile } from './members-file.ts'
import { describeDay, writeDayFile } from './report.ts'

export function serveReports(serve: ServeOperator, folder: string): void {
  serve(readDayReport, ({ tx, request: { day }, now }) => describeDay(tx, { day, now }))
  serve(
    exportDay,
    ({ db, request: { day }, now }) => writeDayFile(db, { day, now, folder }),
    async ({ prepared: file, request: { day }, note }) => {
      note(`day ${day}`)
      return file
    },
  )
  serve(
    exportMemberBalances,
    ({ db, request: { day }, caller: { operatorId }, now, wallNow }) =>
      writeMembersFile(db, { day, operatorId, now, wallNow, folder }),
    async ({ prepared: file, request: { day }, note }) => {
      note('balances of members', { day })
      return file
    },
  )
}
