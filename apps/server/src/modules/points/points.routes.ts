import {
  checkIn as checkInCall,
  exchangePoints as exchangePointsCall,
  readCheckIn,
  readPointRate,
} from '@btbc/contract/points.ts'

import type { Serve } from '#http/serve.ts'

import { checkIn, describeCheckIn } from './check-in.ts'
import { describeRate, exchangePoints } from './points.ts'

export function servePoints(serve: Serve): void {
  serve(readCheckIn, ({ tx, request: { zone }, caller: { memberId }, now }) =>
    describeCheckIn(tx, { memberId, zone, now }),
  )
  serve(checkInCall, ({ tx, request: { zone, date }, caller: { memberId }, now }) =>
    checkIn(tx, { memberId, zone, date, now }),
  )
  serve(readPointRate, ({ tx, caller: { memberId } }) => describeRate(tx, memberId))
  serve(exchangePointsCall, ({ tx, request, caller: { memberId }, now }) => {
    const { amount, btbc: shown } = request
    return exchangePoints(tx, { memberId, amount, shown, now })
  })
}
