import { exitLock as exitLockCall, listLocks, openLock, readLockExit } from '@btbc/contract/lock.ts'

import type { Serve } from '#http/serve.ts'

import { describeExit, exitLock } from './lock.exit.ts'
import { buyLock, describePlan } from './lock.ts'

export function serveLocks(serve: Serve): void {
  serve(listLocks, ({ tx, caller: { memberId }, now }) => describePlan(tx, { memberId, now }))
  serve(openLock, ({ tx, caller: { memberId }, request, now }) =>
    buyLock(tx, { memberId, amount: request.price, shown: request.plan_income, now }),
  )
  serve(readLockExit, ({ tx, caller: { memberId }, request: { id }, now }) =>
    describeExit(tx, { memberId, id, now }),
  )
  serve(exitLockCall, ({ tx, caller: { memberId }, request: { id, forfeited }, now }) =>
    exitLock(tx, { memberId, id, shown: forfeited, now }),
  )
}
