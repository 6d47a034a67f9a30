import type { PasskeyAnswer } from '@btbc/contract/passkey.ts'
import type { Tx } from '@btbc/database/database.ts'

import { judgeUsed } from '#platform/passkeys.ts'

/** Proving a passkey: a signature over a fresh challenge, made at this site. */

/** Judges a signature after `lockFactors`. */
export async function isPasskeyRight(
  tx: Tx,
  attempt: {
    memberId: number
    challenge: string
    credential: PasskeyAnswer
    origin: string
    wallNow: Date
  },
): Promise<boolean> {
  const { memberId, credential, wallNow } = attempt
  const key = (await keysOf(tx, memberId)).find((each) => each.credential_id === credential.id)
  const signCount = key && (await judgeUsed({ ...attempt, key }))
  if (key === undefined || signCount === undefined) return false
  await tx
    .updateTable('passkey')
    .set({ sign_count: signCount, last_used_at: wallNow })
    .where('id', '=', key.id)
    .execute()
  return true
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
