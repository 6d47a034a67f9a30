import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { getMember, type Member } from '#modules/account/index.ts'
import { DAY_MS } from '#platform/durations.ts'
import { movedOn, type Stood } from '#platform/heartbeat.ts'

/**
 * When withdrawals wait because somebody else may have taken the account over: the owner, who is told at
 * once, has a day to act.
 */

/** How long withdrawals wait, and a freeze holds, while the house is at work. */
export const HOLD_MS = DAY_MS

/** In a question about `member`: withdrawals of theirs wait. */
export function isHeld(now: Date) {
  const since = new Date(now.getTime() - HOLD_MS)
  return sql<boolean>`(greatest(member.password_reset_at, member.contact_changed_at,
    member.weakened_at) > ${since} or member.held_until > ${now})`
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
  const until = Math.max(newest + HOLD_MS, member.held_until?.getTime() ?? -Infinity)
  return until > now.getTime() ? new Date(until) : undefined
}

/** Until when a freeze of the owner holds. */
export function frozenUntil({ freeze_until: moved }: Member, frozenAt: Date): Date {
  return new Date(Math.max(frozenAt.getTime() + HOLD_MS, moved?.getTime() ?? -Infinity))
}

/** While the house stands still no owner can stop anybody: what gives them a day for that takes longer. */
export async function holdLonger(tx: Tx, stood: Stood): Promise<void> {
  const { since } = stood
  const day = sql`${HOLD_MS} * interval '1 millisecond'`
  const held = sql`greatest(greatest(password_reset_at, contact_changed_at, weakened_at) + ${day},
    held_until)`
  const frozen = sql`case when frozen_at is not null
    then greatest(frozen_at + ${day}, freeze_until) end`
  const knownOnly = sql.ref('known_only_ends_at')
  // By its index: of all members only those of whom something was so lately.
  const newest = sql`greatest(password_reset_at, contact_changed_at, weakened_at, held_until,
    frozen_at, freeze_until, known_only_ends_at)`
  await sql`
    update member set held_until = ${movedOn(held, stood)},
      freeze_until = ${movedOn(frozen, stood)}, known_only_ends_at = ${movedOn(knownOnly, stood)}
    where ${newest} > ${since}::timestamptz - ${day}
      and (${held} > ${since} or ${frozen} > ${since} or ${knownOnly} > ${since})`.execute(tx)
}
