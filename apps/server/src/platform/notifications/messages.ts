import type { Facts } from '@btbc/contract/format-text.ts'
import { say, type TextKey } from '@btbc/contract/texts.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'

import type { Address } from './address.ts'
import { enqueueMessage } from './outbox.ts'

/** Mails and text messages about an account, in the language of whom they go to. */

/** What a message is about; each has a subject and a text. */
export type MessageKind = KindOf<TextKey<'messages'>>
type KindOf<Key> = Key extends `${infer Kind}.subject` ? Kind : never

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
  const { language, kind } = message
  const facts: Facts = { code: message.code ?? '', ...message.facts }
  const { channel, target: recipient } = to
  const phrase = channel === 'mail' ? (message.phrase ?? null) : null
  const known = phrase === null ? '' : ` ${say(language, 'messages', 'phrase', { phrase })}`
  await enqueueMessage(
    tx,
    {
      channel,
      recipient,
      subject: `[TEST] ${say(language, 'messages', `${kind}.subject`)}`,
      text: `[BTBC TEST] ${say(language, 'messages', `${kind}.text`, facts)}${known}`,
      ...(message.code === undefined ? {} : { code: message.code }),
    },
    message.wallNow,
  )
}
