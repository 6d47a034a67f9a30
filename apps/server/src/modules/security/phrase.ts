import type { Tx } from '@btbc/database/database.ts'

import { tellOfChange } from './changes.ts'
import { requireStepUp } from './step-up.ts'

/** Sets the phrase that stands in every mail of ours to the member, or removes it. */
export async function setPhrase(
  tx: Tx,
  request: {
    memberId: number
    phrase?: string | undefined
    proof?: string | undefined
    code?: string | undefined
    now: Date
    wallNow: Date
  },
): Promise<void> {
  const { memberId, phrase, wallNow } = request
  await requireStepUp(tx, { ...request, action: 'phrase', payload: { phrase: phrase ?? '' } })
  await tx
    .updateTable('member')
    .set({ phrase: phrase ?? null })
    .where('id', '=', memberId)
    .execute()
  await tellOfChange(tx, { memberId, change: 'phrase', held: false, wallNow })
}
