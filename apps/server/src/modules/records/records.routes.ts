import type { Serve } from '#http/serve.ts'

import { listRecords } from './records.ts'

const LIMIT_DEFAULT = 20

export function serveRecords(serve: Serve): void {
  serve('/charge_mention/log', ({ tx, caller: { memberId }, request, language, now }) =>
    listRecords(tx, {
      memberId,
      filter: request.t ?? 0,
      limit: request.limit ?? LIMIT_DEFAULT,
      page: request.page ?? 1,
      language,
      now,
    }),
  )
}
