import type { Serve } from '#http/serve.ts'

import { buyLaunches } from './mining.launches.ts'
import { startAll, startMachine } from './mining.runs.ts'
import { describeTeam } from './mining.team.ts'

const PURCHASE_ID_BYTES = 16
const LISTED_DEFAULT = 50

export function serveMining(serve: Serve): void {
  serve('/machine/team', ({ tx, caller: { memberId }, request, now }) =>
    describeTeam(tx, {
      memberId,
      now,
      limit: request.limit ?? LISTED_DEFAULT,
      page: request.page ?? 1,
    }),
  )
  serve('/machine/start_all', ({ tx, caller: { memberId }, now }) =>
    startAll(tx, { memberId, now }),
  )
  serve('/machine/start', ({ tx, caller: { memberId }, request, now }) =>
    startMachine(tx, { memberId, machineId: request.id, now }),
  )
  serve('/machine/buy_times', ({ tx, caller: { memberId }, request, now, random }) =>
    buyLaunches(tx, {
      memberId,
      times: request.times,
      now,
      id: random(PURCHASE_ID_BYTES).toString('hex'),
    }),
  )
}
