import type { PasskeyAnswer } from '@btbc/contract/passkey.ts'
import type { Tx } from '@btbc/database/database.ts'

import { judgeUsed } from '#platform/passkeys.ts'

/** Proving a passkey: a signature over a fresh challenge, made at this site. */

/** The passkey whose signature is right, judged after `lockFactors`; undefined when it is wrong. */
export async function usePasskey(
  tx: Tx,
  tried: {
    memberId: number
    challenge: string
    credential: PasskeyAnswer
    origin: string
    wallNow: Date
  },
): Promise<{ id: number; opens: boolean } | undefined> {
  const { memberId, credential, wallNow } = tried
  const key = (await keysOf(tx, memberId)).find((each) => each.credential_id === credential.id)
  const signCount = key && (await judgeUsed({ ...tried, key }))
  if (key === undefined || signCount === undefined) return undefined
  await tx
    .updateTable('passkey')
    .set({ sign_count: signCount, last_used_at: wallNow })
    .where('id', '=', key.id)
    .execute()
  return key
}

/** Who confirms with it has come in since the last reset: from now on it opens the account by itself. */
export async function openPasskey(tx: Tx, key: { memberId: number; id: number }): Promise<void> {
  const { memberId, id } = key
  await tx
    .updateTable('passkey')
    .set({ opens: true })
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .execute()
}

/** After a reset none opens the account by itself: one of them may be a thief's. Each goes on to confirm. */
export async function closePasskeys(tx: Tx, memberId: number): Promise<void> {
  await tx.updateTable('passkey').set({ opens: false }).where('member_id', '=', memberId).execute()
}

/** The member’s passkeys, oldest first. */
export async function keysOf(tx: Tx, memberId: number) {
  return await tx
    .selectFrom('passkey')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()
}
