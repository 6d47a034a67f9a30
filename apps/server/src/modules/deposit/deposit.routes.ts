import type { Serve } from '#http/serve.ts'

import { listDeposits } from './deposit.list.ts'

const LIMIT_DEFAULT = 20
const ALL = -1

export function serveDeposits(serve: Serve): void {
  serve('/pay/coin_recharge_list', ({ tx, caller: { memberId }, request, language }) =>
    listDeposits(tx, {
      memberId,
      status: request.status ?? ALL,
      limit: request.limit ?? LIMIT_DEFAULT,
      page: request.page ?? 1,
      language,
    }),
  )
}
