import type { Facts } from '@btbc/contract/format-text.ts'
import type { Tx } from '@btbc/database/database.ts'

import type { Address } from '#platform/notifications/address.ts'
import { composeMessage, type MessageKind, sendMessage } from '#platform/notifications/messages.ts'
import { enqueueMessages } from '#platform/notifications/outbox.ts'

import { getMember, languageOfMember, type Member } from './account.ts'

/** Telling members about their accounts, in their language. */

/** Tells a member something about their account, at the address they proved; nobody else is told. */
export async function notifyMember(
  tx: Tx,
  member: Member,
  message: { kind: MessageKind; facts?: Facts; wallNow: Date },
): Promise<void> {
  const to = addressOf(member)
  if (!to) return
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

export type Telling = { memberId: number; kind: MessageKind; facts: Facts }

/** As `tellMember`, many at once: each of them something of their own. */
export async function tellMembers(
  tx: Tx,
  tellings: readonly Telling[],
  wallNow: Date,
): Promise<void> {
  if (tellings.length === 0) return
  const ids = [...new Set(tellings.map(({ memberId }) => memberId))]
  const members = await tx.selectFrom('member').selectAll().where('id', 'in', ids).execute()
  const found = new Map(members.map((member) => [member.id, member]))
  const messages = tellings.flatMap(({ memberId, kind, facts }) => {
    const member = found.get(memberId)
    const to = member && addressOf(member)
    if (!to) return []
    const { phrase } = member
    return [composeMessage(to, { kind, facts, phrase, language: languageOfMember(member) })]
  })
  await enqueueMessages(tx, messages, wallNow)
}

/** Where a member is told something. The house reads its own books. */
function addressOf(member: Member): Address | undefined {
  return member.is_house ? undefined : provedAddress(member)
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
