import {
  buyLaunches as buyLaunchesCall,
  readTeam,
  startMachine,
  startRun,
} from '@btbc/contract/mining.ts'
import type { Db } from '@btbc/database/database.ts'

import { answersStored, findAnswers, hashRequest } from '#http/idempotency.ts'
import type { Serve, ServeDirect } from '#http/serve.ts'
import { inTransaction } from '#http/transaction.ts'
import { together } from '#platform/together.ts'

import { buyLaunches } from './mining.launches.ts'
import { type Start, type Started, startRuns } from './mining.starts.ts'
import { describeTeam } from './mining.team.ts'

const PURCHASE_ID_BYTES = 16
const LISTED_DEFAULT = 50
/** Starts of one batch. */
const STARTS_MAX = 200

export function serveMining(
  { serve, serveDirect }: { serve: Serve; serveDirect: ServeDirect },
  db: Db,
): void {
  const start = openStarts(db)
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
      call: callOf(startRun.path, { memberId, request, key }),
    }),
  )
  serveDirect(startMachine, ({ caller: { memberId }, request, key, now, wallNow }) =>
    start({
      memberId,
      machineId: request.id,
      now,
      wallNow,
      call: callOf(startMachine.path, { memberId, request, key }),
    }),
  )
  serve(buyLaunchesCall, ({ tx, caller: { memberId }, request, now, random }) =>
    buyLaunches(tx, {
      memberId,
      times: request.times,
      now,
      id: random(PURCHASE_ID_BYTES).toString('hex'),
    }),
  )
}

/** What makes a start the same as an earlier one: its key, when it has one. */
function callOf(
  path: string,
  { memberId, request, key }: { memberId: number; request: unknown; key: string | undefined },
): Start['call'] {
  return key === undefined ? undefined : { memberId, key, requestHash: hashRequest(path, request) }
}

/** Starts of many members, in batches. */
export function openStarts(db: Db): (start: Start) => Promise<Started> {
  const keeping = { findAnswers, answersStored }
  return together({
    most: STARTS_MAX,
    nameOf: ({ memberId }: Start) => memberId,
    work: (starts, { alone }) =>
      inTransaction(db, (tx) => startRuns(tx, starts, { waits: alone, keeping })),
  })
}
