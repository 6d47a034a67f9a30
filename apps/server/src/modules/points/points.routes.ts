import {
  checkIn as checkInCall,
  exchangePoints as exchangePointsCall,
  readCheckIn,
  readPointRate,
} from '@btbc/contract/points.ts'
import type { Db } from '@btbc/database/database.ts'

import { keyedCallOf } from '#http/idempotency.ts'
import { inBatches } from '#http/in-batches.ts'
import type { Serve, ServeDirect } from '#http/serve.ts'

import { type CheckedIn, type CheckIn, checkInAll, describeCheckIn } from './check-in.ts'
import { describeRate, exchangePoints } from './points.ts'

export function servePoints(
  { serve, serveDirect }: { serve: Serve; serveDirect: ServeDirect },
  db: Db,
): void {
  const checkIn = openCheckIns(db)
  serve(readCheckIn, ({ tx, request: { zone }, caller: { memberId }, now }) =>
    describeCheckIn(tx, { memberId, zone, now }),
  )
  serveDirect(checkInCall, ({ caller: { memberId }, request, key, now, wallNow }) =>
    checkIn({
      memberId,
      zone: request.zone,
      date: request.date,
      now,
      wallNow,
      call: keyedCallOf(checkInCall, { memberId, request, key, wallNow }),
    }),
  )
  serve(readPointRate, ({ tx, caller: { memberId } }) => describeRate(tx, memberId))
  serve(exchangePointsCall, ({ tx, request, caller: { memberId }, now }) => {
    const { amount, btbc: shown } = request
    return exchangePoints(tx, { memberId, amount, shown, now })
  })
}

/** All take from the same pools. */
export function openCheckIns(db: Db): (asked: CheckIn) => Promise<CheckedIn> {
  return inBatches(db, checkInAll)
}
