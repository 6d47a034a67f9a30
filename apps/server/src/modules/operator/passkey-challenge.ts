import type { Tx } from '@btbc/database/database.ts'

import { MINUTE_MS } from '#platform/durations.ts'
import type { askToUse } from '#platform/passkeys.ts'

/** What a passkey of an operator has to sign: for one act on one thing by one operator, once. */

const CHALLENGE_MS = 5 * MINUTE_MS
const CHALLENGE_ID_BYTES = 32

/** What a signature is good for. Of a login nobody knows yet whose it is. */
type Purpose = {
  operatorId: number | null
  action: 'login' | 'passkeys.begin' | 'passkeys.add' | 'passkeys.remove'
  subject: string
}

/** Keeps what was asked; answers what the browser needs, with the name of the challenge. */
export async function keepChallenge(
  tx: Tx,
  kept: Purpose & {
    asked: Awaited<ReturnType<typeof askToUse>>
    random: (bytes: number) => Buffer
    wallNow: Date
  },
): Promise<{ challenge_id: string; options: Record<string, unknown> }> {
  const { operatorId, action, subject, asked, random, wallNow } = kept
  const challengeId = random(CHALLENGE_ID_BYTES).toString('base64url')
  await tx
    .insertInto('operator_challenge')
    .values({
      challenge_id: challengeId,
      operator_id: operatorId,
      action,
      subject,
      challenge: asked.challenge,
      expires_at: new Date(wallNow.getTime() + CHALLENGE_MS),
    })
    .execute()
  return { challenge_id: challengeId, options: asked.options }
}

/** Uses up what was asked of this operator for this act; undefined when nothing was, or too long ago. */
export async function spendChallenge(
  tx: Tx,
  spent: Pick<Purpose, 'operatorId' | 'action'> & { challengeId: string; wallNow: Date },
): Promise<{ challenge: string; subject: string } | undefined> {
  const { operatorId, action, challengeId, wallNow } = spent
  const begun = await tx
    .deleteFrom('operator_challenge')
    .where('challenge_id', '=', challengeId)
    .where('action', '=', action)
    .where('operator_id', 'is not distinct from', operatorId)
    .returning(['challenge', 'subject', 'expires_at'])
    .executeTakeFirst()
  return begun && begun.expires_at > wallNow ? begun : undefined
}
