import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'

import type { Confirm } from '#platform/confirm.ts'
import { type Member, getMember } from '#modules/account/index.ts'
import { type SessionCaller, lockCaller } from '#modules/session/index.ts'
import { tellOfChange } from './changes.ts'
import { WAIT_MS } from './withdrawal-wait.ts'

/**
 * Money leaves to known receivers only, when the member wants it so. On at once and without a
 * proof: it takes nothing from anybody. Off after a day and with one, so that whoever took the account
 * over has to wait where the owner reads about it.
 */

export async function keepToKnown(
  tx: Tx,
  { caller, now, wallNow }: { caller: SessionCaller; now: Date; wallNow: Date },
): Promise<void> {
  const member = await lockCaller(tx, caller)
  if (isKnownOnly(member, now) && member.known_only_ends_at === null) return
  const { memberId } = caller
  await tx
    .updateTable('member')
    .set({ known_only_at: now, known_only_ends_at: null })
    .where('id', '=', memberId)
    .execute()
  await tellOfChange(tx, { memberId, change: 'known_only_on', wallNow })
}

export async function stopKeepingToKnown(
  tx: Tx,
  request: { caller: SessionCaller; confirm: Confirm; now: Date; wallNow: Date },
): Promise<{ ends_at: Date }> {
  const { caller, confirm, now, wallNow } = request
  const member = await lockCaller(tx, caller)
  if (!isKnownOnly(member, now)) throw new Refusal('known_only_off')
  await confirm()
  // Asked again, it does not begin again.
  if (member.known_only_ends_at !== null) return { ends_at: member.known_only_ends_at }
  const { memberId } = caller
  const endsAt = new Date(now.getTime() + WAIT_MS)
  await tx
    .updateTable('member')
    .set({ known_only_ends_at: endsAt })
    .where('id', '=', memberId)
    .execute()
  await tellOfChange(tx, { memberId, change: 'known_only_off', wallNow })
  return { ends_at: endsAt }
}

export function isKnownOnly(
  { known_only_at: since, known_only_ends_at: endsAt }: Member,
  now: Date,
): boolean {
  return since !== null && (endsAt === null || endsAt > now)
}

export async function paysKnownOnly(tx: Tx, memberId: number, now: Date): Promise<boolean> {
  return isKnownOnly(await getMember(tx, memberId), now)
}
