import type { Facts } from '@btbc/contract/format-text.ts'
import type { Tx } from '@btbc/database/database.ts'

import type { Address } from '#platform/notifications/address.ts'
import { type MessageKind, sendMessage } from '#platform/notifications/messages.ts'

import { getMember, languageOfMember, type Member } from './account.ts'

/** Telling members about their accounts, in their language. */

/** Tells a member something about their account, at the address they proved; nobody else is told. */
export async function notifyMember(
  tx: Tx,
  member: Member,
  message: { kind: MessageKind; facts?: Facts; wallNow: Date },
): Promise<void> {
  const to = provedAddress(member)
  // The house reads its own books.
  if (!to || member.is_house) return
  const { phrase } = member
  await sendMessage(tx, to, { ...message, phrase, language: languageOfMember(member) })
}

/** As `notifyMember`, by the member's id. */
export async function tellMember(
  tx: Tx,
  memberId: number,
  message: { kind: MessageKind; facts?: Facts; wallNow: Date },
): Promise<void> {
  await notifyMember(tx, await getMember(tx, memberId), message)
}

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
