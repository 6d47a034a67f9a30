import type { Facts } from '@btbc/contract/format-text.ts'
import { say, type TextKey } from '@btbc/contract/texts.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'

import type { Address } from './address.ts'
import { enqueueMessages, type Message } from './outbox.ts'

/** Mails and text messages about an account, in the language of whom they go to. */

/** What a message is about; each has a subject and a text. */
export type MessageKind = KindOf<TextKey<'messages'>>
type KindOf<Key> = Key extends `${infer Kind}.subject` ? Kind : never

type Letter = {
  kind: MessageKind
  language: Language
  facts?: Facts
  code?: string
  /** What the member chose to know our mails by. */
  phrase?: string | null | undefined
}

/** Sends one message to an address; `wallNow` is when it may leave. */
export async function sendMessage(
  tx: Tx,
  to: Address,
  { wallNow, ...letter }: Letter & { wallNow: Date },
): Promise<void> {
  await enqueueMessages(tx, [composeMessage(to, letter)], wallNow)
}

/** A browser that asked to be told, by its number. */
type Device = { channel: 'push'; target: string }

/** What the message says, with the TEST tag. */
export function composeMessage(to: Address | Device, message: Letter): Message {
  const { language, kind } = message
  const facts: Facts = { code: message.code ?? '', ...message.facts }
  const { channel, target: recipient } = to
  const phrase = channel === 'mail' ? (message.phrase ?? null) : null
  const known = phrase === null ? '' : ` ${say(language, 'messages', 'phrase', { phrase })}`
  return {
    channel,
    recipient,
    subject: `[TEST] ${say(language, 'messages', `${kind}.subject`, facts)}`,
    text: `[BTBC TEST] ${say(language, 'messages', `${kind}.text`, facts)}${known}`,
    ...(message.code === undefined ? {} : { code: message.code }),
  }
}
