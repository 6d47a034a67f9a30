import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'

import {
  countWrongTry,
  forgiveTries,
  lockTries,
  readTries,
  type TryCount,
} from '#platform/wrong-tries.ts'

/** Whoever holds a session may try the present password as often as a login may, from anywhere. */

/** Refuses while too many wrong passwords were tried. */
export async function refuseLockedPassword(db: Db, memberId: number, wallNow: Date): Promise<void> {
  refuseLocked(await readTries(db, changer(memberId), wallNow), wallNow)
}

/**
 * Whether the present password was right. A wrong one is counted, which whoever calls must keep; a right one
 * forgives. Another that was compared with it is heard where nothing was wrong before, and counts as well.
 */
export async function countPresentPassword(
  tx: Tx,
  tried: { memberId: number; isRight: boolean; isOtherRight?: boolean; wallNow: Date },
): Promise<boolean> {
  const { memberId, isOtherRight, wallNow } = tried
  const count = await lockTries(tx, changer(memberId), wallNow)
  refuseLocked(count, wallNow)
  const isOtherHeard = isOtherRight !== undefined && count.wrong === 0
  const isRight = tried.isRight || (isOtherHeard && isOtherRight)
  if (isRight) await forgiveTries(tx, changer(memberId).account)
  else {
    const before = { ...count, wrong: count.wrong + Number(isOtherHeard) }
    await countWrongTry(tx, changer(memberId), before, wallNow)
  }
  return isRight
}

function changer(memberId: number) {
  return { account: `change:${memberId}`, network: 'any', local: true }
}

function refuseLocked({ lockedUntil }: TryCount, wallNow: Date): void {
  if (!lockedUntil) return
  const waitMs = lockedUntil.getTime() - wallNow.getTime()
  throw new Refusal('too_many_requests', { wait_s: Math.ceil(waitMs / 1000) })
}
