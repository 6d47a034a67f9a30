import type { Language } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'

import { getMember, languageOfMember, type Member } from '#modules/account/account.ts'
import type { Address } from '#modules/account/address.ts'
import { type MessageKind, messageText, phraseLines } from './texts.ts'
import { enqueueMessage } from './outbox.ts'

/** Mails and text messages about an account, in the language of whom they go to. */

type Facts = Readonly<Record<string, string | number>>

/** Sends one message to an address; `wallNow` is when it may leave. */
export async function sendMessage(
  tx: Tx,
  to: Address,
  message: {
    kind: MessageKind
    language: Language
    facts?: Facts
    code?: string
    /** What the member chose to know our mails by. */
    phrase?: string | null | undefined
    wallNow: Date
  },
): Promise<void> {
  const { subject, text } = messageText(message.language, message.kind)
  const facts: Facts = { code: message.code ?? '', ...message.facts }
  const { channel, target: recipient } = to
  const phrase = channel === 'mail' ? (message.phrase ?? null) : null
  const known =
    phrase === null ? '' : ` ${phraseLines[message.language].replace('{phrase}', () => phrase)}`
  const filled = text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ''))
  await enqueueMessage(
    tx,
    {
      channel,
      recipient,
      subject: `[TEST] ${subject}`,
      text: `[BTBC TEST] ${filled}${known}`,
      ...(message.code === undefined ? {} : { code: message.code }),
    },
    message.wallNow,
  )
}

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
