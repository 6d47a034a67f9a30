import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { getMember } from '#modules/account/index.ts'
import { DAY_MS } from '#platform/durations.ts'
import { type SecurityChange, tellOfChange } from './changes.ts'

/**
 * Withdrawals of an account that somebody else may have taken over wait, and its owner is told at once.
 */

/** How long the owner has to stop them. */
export const WAIT_MS = DAY_MS

/** In a question about `member`: withdrawals of theirs wait. */
export function withdrawalsWait(now: Date) {
  const since = new Date(now.getTime() - WAIT_MS)
  return sql<boolean>`(greatest(member.password_reset_at, member.contact_changed_at,
    member.weakened_at) > ${since} or member.held_until > ${now})`
}

/** Until when the member's withdrawals wait, or undefined when they do not. */
export async function withdrawalsWaitUntil(
  tx: Tx,
  memberId: number,
  now: Date,
): Promise<Date | undefined> {
  const member = await getMember(tx, memberId)
  const since = [member.password_reset_at, member.contact_changed_at, member.weakened_at]
  const newest = Math.max(...since.map((at) => at?.getTime() ?? -Infinity))
  const until = Math.max(newest + WAIT_MS, member.held_until?.getTime() ?? -Infinity)
  return until > now.getTime() ? new Date(until) : undefined
}

/** The account is easier to take over than before the change: withdrawals wait, and the member is told both. */
export async function makeWithdrawalsWait(
  tx: Tx,
  parts: { memberId: number; change: SecurityChange; now: Date; wallNow: Date },
): Promise<void> {
  const { memberId, change, now, wallNow } = parts
  await tx.updateTable('member').set({ weakened_at: now }).where('id', '=', memberId).execute()
  await tellOfChange(tx, { memberId, change, withdrawalsWait: true, wallNow })
}
