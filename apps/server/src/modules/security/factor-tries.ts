import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import { lockNamed } from '@btbc/database/locks.ts'
import { HOUR_MS, MINUTE_MS } from '#platform/durations.ts'
import { isLockedUntil } from '#platform/recent.ts'

/**
 * Wrong tries of PIN, authenticator and recovery codes: five lock it for an hour, from wherever and
 * however parallel they come.
 */

export type Factor = 'pin' | 'totp' | 'recovery' | 'passkey'

const LOCK_MS = HOUR_MS
export const FACTOR_TRIES_MAX = 5

/** One after the other: whoever judges a factor of a member waits here for the one before. */
export async function lockFactors(tx: Tx, memberId: number): Promise<void> {
  await lockNamed(tx, 'factors', String(memberId))
}

export async function refuseLockedFactor(
  database: Db | Tx,
  { memberId, factor, wallNow }: { memberId: number; factor: Factor; wallNow: Date },
): Promise<void> {
  const row = await database
    .selectFrom('factor_failure')
    .select('locked_until')
    .where('member_id', '=', memberId)
    .where('factor', '=', factor)
    .executeTakeFirst()
  const until = row?.locked_until ?? undefined
  if (until === undefined || !isLockedUntil(until, LOCK_MS, wallNow)) return
  const leftMs = until.getTime() - wallNow.getTime()
  throw new Refusal('step_up_locked', { minutes: Math.ceil(leftMs / MINUTE_MS) })
}

/** Counts a wrong try after `lockFactors`; answers how many are left. */
export async function countWrongFactor(
  tx: Tx,
  { memberId, factor, wallNow }: { memberId: number; factor: Factor; wallNow: Date },
): Promise<number> {
  const row = await tx
    .selectFrom('factor_failure')
    .select('failures')
    .where('member_id', '=', memberId)
    .where('factor', '=', factor)
    .executeTakeFirst()
  const wrong = (row?.failures ?? 0) + 1
  const isLocked = wrong >= FACTOR_TRIES_MAX
  const values = {
    // A lock that is over leaves a clean slate.
    failures: isLocked ? 0 : wrong,
    locked_until: isLocked ? new Date(wallNow.getTime() + LOCK_MS) : null,
  }
  await tx
    .insertInto('factor_failure')
    .values({ member_id: memberId, factor, ...values })
    .onConflict((conflict) => conflict.columns(['member_id', 'factor']).doUpdateSet(values))
    .execute()
  return FACTOR_TRIES_MAX - wrong
}

export async function forgiveFactor(tx: Tx, memberId: number, factor: Factor): Promise<void> {
  await tx
    .deleteFrom('factor_failure')
    .where('member_id', '=', memberId)
    .where('factor', '=', factor)
    .execute()
}
