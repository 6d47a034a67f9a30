import { readers, type Role } from '@btbc/contract/operator/rights.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { enqueueMessages } from '#platform/notifications/outbox.ts'

/** Mails the operators whom it concerns: something needs a person. Unless it is said, those who see members. */
export async function callOperators(
  tx: Tx,
  request: { subject: string; text: string; concerns?: readonly Role[]; now: Date },
): Promise<void> {
  const { subject, text, concerns = readers, now } = request
  const operators = await tx
    .selectFrom('operator')
    .select('mail')
    .where('disabled_at', 'is', null)
    .where(sql<boolean>`roles && ${[...concerns]}::text[]`)
    .execute()
  const messages = operators.map(({ mail }) => ({
    channel: 'mail' as const,
    recipient: mail,
    subject: `BTBC (TEST): ${subject}`,
    text: `${text}\n\nTEST: nothing here has real value.`,
  }))
  await enqueueMessages(tx, messages, now)
}
