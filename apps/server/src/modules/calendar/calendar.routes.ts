import {
  listContracts as listContractsCall,
  readCalendar,
  saveCalendar,
} from '@btbc/contract/calendar.ts'

import type { Serve } from '#http/serve.ts'

import { writeFile } from './calendar.file.ts'
import { describeCalendar, listContracts, nameContract } from './calendar.ts'

const PER_PAGE = 50

export function serveCalendar(serve: Serve): void {
  serve(readCalendar, ({ tx, request, caller: { memberId }, now }) => {
    const { zone = 'UTC', from } = request
    return describeCalendar(tx, { memberId, only: nameContract(request), zone, from, now })
  })
  serve(listContractsCall, ({ tx, request: { limit = PER_PAGE, after }, caller: { memberId } }) =>
    listContracts(tx, { memberId, limit, after }),
  )
  serve(saveCalendar, ({ tx, request, caller: { memberId }, language, now }) =>
    writeFile(tx, { memberId, only: nameContract(request), language, now }),
  )
}
