import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'

import { type Member, naming, onlyOne } from './account.ts'
import type { Address } from '#platform/notifications/address.ts'

/** Addresses whose owner has shown a code that was sent there. */

/** The mail address of a member if it is proved, else the phone if that is. */
export function provedAddress(member: Member): Address | undefined {
  return provedAddresses(member)[0]
}

/** The mail address and the phone of a member, as far as they are proved. */
export function provedAddresses(member: Member): Address[] {
  const { mail, mail_proved_at: mailProved, mobile, mobile_proved_at: mobileProved } = member
  return [
    ...(mail !== null && mailProved !== null ? [{ channel: 'mail' as const, target: mail }] : []),
    ...(mobile !== null && mobileProved !== null
      ? [{ channel: 'sms' as const, target: mobile }]
      : []),
  ]
}

export function isProved(member: Member, { channel }: Address): boolean {
  return (channel === 'mail' ? member.mail_proved_at : member.mobile_proved_at) !== null
}

/**
 * Whose password a code sent to this address resets. Whoever joins by mail names a phone as well, and may
 * have mistyped it: an address that nobody has proved counts while the account has no proved one. Of whom
 * it does not count, it keeps nobody else from theirs.
 */
export async function findMemberToReset(
  database: Db | Tx,
  address: Address,
): Promise<Member | undefined> {
  const counts = naming(database, address).where((row) =>
    row.or([
      row(address.channel === 'mail' ? 'mail_proved_at' : 'mobile_proved_at', 'is not', null),
      row.and([row('mail_proved_at', 'is', null), row('mobile_proved_at', 'is', null)]),
    ]),
  )
  return onlyOne(await counts.execute(), address)
}

/**
 * Makes an address the member's proved one. Another member may prove the same at this moment: the
 * later one is refused.
 */
export async function proveAddress(
  tx: Tx,
  member: Member,
  { channel, target }: Address,
  now: Date,
): Promise<void> {
  const byMail = channel === 'mail'
  await tx
    .updateTable('member')
    .set(byMail ? { mail: target, mail_proved_at: now } : { mobile: target, mobile_proved_at: now })
    .set({ verified_at: member.verified_at ?? now })
    .where('id', '=', member.id)
    .execute()
    .catch((error: unknown) => {
      if (!isTaken(error)) throw error
      throw new Refusal(byMail ? 'mail_taken' : 'mobile_taken')
    })
}

/** A unique index said no. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}
