import { listRecords as listRecordsCall } from '@btbc/contract/mining.ts'

import type { ServeDirect } from '#http/serve.ts'

import { listRecords } from './records.ts'

const PER_PAGE = 20

export function serveRecords(serve: ServeDirect): void {
  serve(listRecordsCall, ({ db, caller: { memberId }, request, language, now }) =>
    listRecords(db, {
      memberId,
      filter: request.t ?? 0,
      limit: request.limit ?? PER_PAGE,
      page: request.page ?? 1,
      language,
      now,
    }),
  )
}
