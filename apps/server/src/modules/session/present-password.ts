import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'

import {
  countFailure,
  forgiveFailures,
  lockFailureCount,
  readFailureCount,
  type FailureCount,
} from '#platform/failures.ts'

/** Whoever holds a session may try the present password as often as a login may, from anywhere. */

/** Refuses while too many wrong passwords were tried. */
export async function refuseLockedPassword(db: Db, memberId: number, wallNow: Date): Promise<void> {
  refuseLocked(await readFailureCount(db, changer(memberId), wallNow), wallNow)
}

/** Counts a wrong present password, which whoever calls must keep; a right one forgives. */
export async function countPresentPassword(
  tx: Tx,
  attempt: { memberId: number; isRight: boolean; wallNow: Date },
): Promise<void> {
  const { memberId, isRight, wallNow } = attempt
  const count = await lockFailureCount(tx, changer(memberId), wallNow)
  refuseLocked(count, wallNow)
  if (isRight) await forgiveFailures(tx, changer(memberId).account)
  else await countFailure(tx, changer(memberId), count, wallNow)
}

function changer(memberId: number) {
  return { account: `change:${memberId}`, network: 'any', local: true }
}

function refuseLocked({ lockedUntil }: FailureCount, wallNow: Date): void {
  if (!lockedUntil) return
  const waitMs = lockedUntil.getTime() - wallNow.getTime()
  throw new Refusal('too_many_requests', { wait_s: Math.ceil(waitMs / 1000) })
}
