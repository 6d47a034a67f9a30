import {
  buyLaunches as buyLaunchesCall,
  readTeam,
  startMachine,
  startRun,
} from '@btbc/contract/mining.ts'
import type { Db } from '@btbc/database/database.ts'

import { keyedCallOf } from '#http/idempotency.ts'
import { inBatches } from '#http/in-batches.ts'
import type { ServeDirect } from '#http/serve.ts'

import { buyManyLaunches } from './mining.launches.ts'
import { type Start, type Started, startRuns } from './mining.starts.ts'
import { describeTeam } from './mining.team.ts'

const PURCHASE_ID_BYTES = 16
const LISTED_DEFAULT = 50

export function serveMining({ serveDirect }: { serveDirect: ServeDirect }, db: Db): void {
  const start = openStarts(db)
  const buy = inBatches(db, buyManyLaunches)
  serveDirect(readTeam, ({ caller: { memberId }, request, now }) =>
    describeTeam(db, {
      memberId,
      now,
      limit: request.limit ?? LISTED_DEFAULT,
      page: request.page ?? 1,
    }),
  )
  serveDirect(startRun, ({ caller: { memberId }, request, key, now, wallNow }) =>
    start({
      memberId,
      now,
      wallNow,
      call: keyedCallOf(startRun, { memberId, request, key, wallNow }),
    }),
  )
  serveDirect(startMachine, ({ caller: { memberId }, request, key, now, wallNow }) =>
    start({
      memberId,
      machineId: request.id,
      now,
      wallNow,
      call: keyedCallOf(startMachine, { memberId, request, key, wallNow }),
    }),
  )
  serveDirect(buyLaunchesCall, ({ caller: { memberId }, request, key, now, wallNow, random }) =>
    buy({
      memberId,
      times: request.times,
      shown: request.price,
      id: random(PURCHASE_ID_BYTES).toString('hex'),
      now,
      wallNow,
      call: keyedCallOf(buyLaunchesCall, { memberId, request, key, wallNow }),
    }),
  )
}

/** Starts of many members, in batches. */
export function openStarts(db: Db): (start: Start) => Promise<Started> {
  return inBatches(db, startRuns)
}
