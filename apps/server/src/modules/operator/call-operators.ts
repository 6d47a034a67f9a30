import type { Tx } from '@btbc/database/database.ts'

import { enqueueMessages } from '#platform/notifications/outbox.ts'

/** Mails every operator who may work here: something needs a person. */
export async function callOperators(
  tx: Tx,
  { subject, text, now }: { subject: string; text: string; now: Date },
): Promise<void> {
  const operators = await tx
    .selectFrom('operator')
    .select('mail')
    .where('disabled_at', 'is', null)
    .execute()
  const messages = operators.map(({ mail }) => ({
    channel: 'mail' as const,
    recipient: mail,
    subject: `BTBC (TEST): ${subject}`,
    text: `${text}\n\nTEST: nothing here has real value.`,
  }))
  await enqueueMessages(tx, messages, now)
}
