import type { Db } from '@btbc/database/database.ts'
import { createTransport } from 'nodemailer'

/** Sends what the outbox holds: mail over SMTP, text messages by an HTTP gateway. */

const BATCH = 20
const ATTEMPTS_MAX = 8
const SEND_TIMEOUT_MS = 10_000

export type Delivery = {
  mailUrl: string | undefined
  mailFrom: string
  smsUrl: string | undefined
}

/** Channels that really leave the house; the others stay readable in the inbox. */
export function deliveredChannels(delivery: Delivery): ('mail' | 'sms')[] {
  return [
    ...(delivery.mailUrl === undefined ? [] : (['mail'] as const)),
    ...(delivery.smsUrl === undefined ? [] : (['sms'] as const)),
  ]
}

/**
 * Sends one batch of due messages and answers how many rows it handled. A row is claimed by moving
 * its due time on in a short transaction, so that no lock is held while the network answers and a
 * crash in between only delays the message. What was sent keeps no text and no code.
 */
export async function deliverMessages(db: Db, delivery: Delivery, wallNow: Date): Promise<number> {
  const channels = deliveredChannels(delivery)
  if (channels.length === 0) return 0
  const claimed = await db
    .updateTable('outbox')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      due_at: new Date(wallNow.getTime() + 60_000),
    }))
    .where('id', 'in', (due) =>
      due
        .selectFrom('outbox')
        .select('id')
        .where('sent_at', 'is', null)
        .where('due_at', '<=', wallNow)
        .where('channel', 'in', channels)
        .where('attempts', '<', ATTEMPTS_MAX)
        .orderBy('due_at')
        .limit(BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
  for (const row of claimed) {
    const failure = await send(delivery, row)
    await db
      .updateTable('outbox')
      .set(
        failure === undefined
          ? { sent_at: wallNow, text: 'TEST (sent)', code: null, failure: null }
          : { failure },
      )
      .where('id', '=', row.id)
      .execute()
  }
  return claimed.length
}

/** Answers why it failed, or undefined when it was sent. */
async function send(
  delivery: Delivery,
  message: { channel: string; recipient: string; subject: string; text: string },
): Promise<string | undefined> {
  try {
    if (message.channel === 'mail') {
      const transport = createTransport(delivery.mailUrl, {
        from: delivery.mailFrom,
      })
      await transport.sendMail({
        to: message.recipient,
        subject: message.subject,
        text: message.text,
      })
      transport.close()
    } else if (delivery.smsUrl !== undefined) {
      const answer = await fetch(delivery.smsUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ to: message.recipient, text: message.text }),
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      })
      if (!answer.ok) return `gateway answered ${answer.status}`
    }
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 500) : 'unknown'
  }
}
