import type { Tx } from '@btbc/database/database.ts'

export type Message = {
  channel: 'mail' | 'sms'
  /** A mail address, or a phone number as +8613800000000. */
  recipient: string
  subject: string
  text: string
  code?: string
}

/**
 * Writes a message in the transaction it speaks of; it leaves after the commit.
 * Every text carries the TEST tag (house rule 1), in the app's code and in the table's check.
 */
export async function enqueueMessage(tx: Tx, message: Message, now: Date): Promise<void> {
  if (!message.text.includes('TEST')) throw new Error('a message without the TEST tag')
  await tx
    .insertInto('outbox')
    .values({
      channel: message.channel,
      recipient: message.recipient,
      subject: message.subject,
      text: message.text,
      code: message.code ?? null,
      created_at: now,
      due_at: now,
    })
    .execute()
}

/** The newest messages to one recipient, or to everybody, newest first. */
export async function listMessages(tx: Tx, recipient: string | undefined, limit: number) {
  const all = tx.selectFrom('outbox').selectAll().orderBy('id', 'desc').limit(limit)
  return await (recipient === undefined ? all : all.where('recipient', '=', recipient)).execute()
}
