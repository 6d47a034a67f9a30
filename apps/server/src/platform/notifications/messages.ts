import type { Language } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'

import type { Address } from './address.ts'
import { type MessageKind, messageText, phraseLines } from './texts.ts'
import { enqueueMessage } from './outbox.ts'

/** Mails and text messages about an account, in the language of whom they go to. */

export type Facts = Readonly<Record<string, string | number>>

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
