import type { Tx } from '@btbc/database/database.ts'

import { enqueueMessage } from '#platform/notifications/outbox.ts'

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
  for (const { mail } of operators) {
    const message = {
      channel: 'mail',
      recipient: mail,
      subject: `BTBC (TEST): ${subject}`,
      text: `${text}\n\nTEST: nothing here has real value.`,
    } as const
    await enqueueMessage(tx, message, now)
  }
}
