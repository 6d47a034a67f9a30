import type { Tx } from '@btbc/database/database.ts'

import type { Confirm } from '#platform/confirm.ts'
import { tellOfChange } from './changes.ts'

/** Sets the phrase that stands in every mail of ours to the member, or removes it. */
export async function setPhrase(
  tx: Tx,
  request: {
    memberId: number
    phrase?: string | undefined
    confirm: Confirm
    wallNow: Date
  },
): Promise<void> {
  const { memberId, phrase, confirm, wallNow } = request
  await confirm()
  await tx
    .updateTable('member')
    .set({ phrase: phrase ?? null })
    .where('id', '=', memberId)
    .execute()
  await tellOfChange(tx, { memberId, change: 'phrase', wallNow })
}
