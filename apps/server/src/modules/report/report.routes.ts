import {
  exportDay,
  exportMemberBalances,
  listWaiting as listWaitingCall,
  readCourse as readCourseCall,
  readDayReport,
} from '@btbc/contract/operator/report.ts'

import type { ServeOperator } from '#modules/operator/index.ts'

import type { Queues } from '#modules/review/index.ts'

import { readCourse } from './course.ts'
import { writeMembersFile } from './members-file.ts'
import { describeDay, writeDayFile } from './report.ts'
import { describeWaiting } from './waiting.ts'

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

/** How the house goes, and what waits for it. */
export function serveCourse(serve: ServeOperator, queues: Queues): void {
  serve(readCourseCall, ({ tx, request: { span } }) => readCourse(tx, span))
  serve(listWaitingCall, ({ tx, caller, now }) => describeWaiting(tx, { queues, caller, now }))
}
