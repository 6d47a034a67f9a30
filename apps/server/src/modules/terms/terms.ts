import type { Response } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { readTerms as readTermsCall } from '@btbc/contract/terms.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'

import { readPageHead } from '#modules/news/news.ts'
import { disbelieve, type SessionCaller } from '#modules/session/index.ts'

import type { FollowedTerms } from './followed-terms.ts'

/** What members agree to. Who has not yet agreed to what holds reads, cancels and withdraws, and begins nothing. */

export async function readTerms(
  tx: Tx,
  { terms, language, now }: { terms: FollowedTerms; language: Language; now: Date },
): Promise<Response<typeof readTermsCall>> {
  const { title, summary } = await readPageHead(tx, { slug: 'terms', language, now })
  return { ...terms.current(), title, changes: summary }
}

/** To what was shown, or not at all. */
export async function agreeTerms(
  tx: Tx,
  agreed: {
    terms: FollowedTerms
    version: number
    caller: SessionCaller
    now: Date
    wallNow: Date
  },
): Promise<Record<string, never>> {
  const { terms, version, caller, now, wallNow } = agreed
  if (terms.current().version !== version) throw new Refusal('terms_moved')
  const { memberId: member_id, sessionId } = caller
  await keepAgreement(tx, { memberId: member_id, version, now })
  await tx
    .updateTable('member')
    .set({ terms_version: version, agreed_at: now })
    .where('id', '=', member_id)
    .execute()
  await disbelieve(tx, sessionId, wallNow)
  return {}
}

/** Each version that a member agreed to stays written, the one they joined with first. */
export async function keepAgreement(
  tx: Tx,
  { memberId, version, now }: { memberId: number; version: number; now: Date },
): Promise<void> {
  await tx
    .insertInto('terms_agreement')
    .values({ member_id: memberId, version, agreed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
