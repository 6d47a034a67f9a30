import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { getMember } from '#modules/account/index.ts'
import { DAY_MS } from '#platform/durations.ts'

/** When withdrawals wait because somebody else may have taken the account over (D26). */

/** How long withdrawals wait, and a freeze holds. */
export const HOLD_MS = DAY_MS

/** In a question about `member`: withdrawals of theirs wait. */
export function isHeld(now: Date) {
  const since = new Date(now.getTime() - HOLD_MS)
  return sql<boolean>`greatest(member.password_reset_at, member.contact_changed_at,
    member.weakened_at) > ${since}`
}

/** Until when the member's withdrawals wait, or undefined when they do not. */
export async function withdrawalsHeldUntil(
  tx: Tx,
  memberId: number,
  now: Date,
): Promise<Date | undefined> {
  const member = await getMember(tx, memberId)
  const since = [member.password_reset_at, member.contact_changed_at, member.weakened_at]
  const newest = Math.max(...since.map((at) => at?.getTime() ?? -Infinity))
  return newest + HOLD_MS > now.getTime() ? new Date(newest + HOLD_MS) : undefined
}
