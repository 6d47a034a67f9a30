import {
  buyLaunches as buyLaunchesCall,
  readTeam,
  startMachine,
  startRun,
} from '@btbc/contract/mining.ts'
import type { Db } from '@btbc/database/database.ts'

import { answersStored, findAnswers, keyedCallOf } from '#http/idempotency.ts'
import type { ServeDirect } from '#http/serve.ts'
import { inTransaction } from '#http/transaction.ts'
import { together } from '#platform/together.ts'

import { buyManyLaunches, type Bought, type Purchase } from './mining.launches.ts'
import { type Start, type Started, startRuns } from './mining.starts.ts'
import { describeTeam } from './mining.team.ts'

const PURCHASE_ID_BYTES = 16
const LISTED_DEFAULT = 50
/** Starts, or purchases, of one batch. */
const BATCH_MAX = 200

export function serveMining({ serveDirect }: { serveDirect: ServeDirect }, db: Db): void {
  const start = openStarts(db)
  const buy = openPurchases(db)
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
  const keeping = { findAnswers, answersStored }
  return together({
    most: BATCH_MAX,
    nameOf: ({ memberId }: Start) => memberId,
    work: (starts, { alone }) =>
      inTransaction(db, (tx) => startRuns(tx, starts, { waits: alone, keeping })),
  })
}

/** Purchases of launches of many members, in batches. */
export function openPurchases(db: Db): (purchase: Purchase) => Promise<Bought> {
  const keeping = { findAnswers, answersStored }
  return together({
    most: BATCH_MAX,
    nameOf: ({ memberId }: Purchase) => memberId,
    work: (purchases, { alone }) =>
      inTransaction(db, (tx) => buyManyLaunches(tx, purchases, { waits: alone, keeping })),
  })
}
