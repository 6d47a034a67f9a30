import type { PasskeyAnswer } from '@btbc/contract/passkey.ts'
import type { Tx } from '@btbc/database/database.ts'

import { judgeUsed } from '#platform/passkeys.ts'

/** The passkeys of an operator, as they are kept and as they sign. */

/** Two acts with the passkeys of one operator wait for each other here; false once they have left. */
export async function lockOperator(tx: Tx, operatorId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('operator')
    .select('id')
    .where('id', '=', operatorId)
    .where('disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return found !== undefined
}

/** Newest first. */
export async function keysOf(tx: Tx, operatorId: number) {
  return await tx
    .selectFrom('operator_passkey')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .orderBy('id', 'desc')
    .execute()
}

/** Judges a signature after `lockOperator`; answers the passkey of this operator that made it. */
export async function usePasskey(
  tx: Tx,
  tried: {
    operatorId: number
    challenge: string
    credential: PasskeyAnswer
    origin: string
    wallNow: Date
  },
): Promise<{ label: string } | undefined> {
  const { operatorId, credential, wallNow } = tried
  const keys = await keysOf(tx, operatorId)
  const key = keys.find((each) => each.credential_id === credential.id)
  const signCount = key && (await judgeUsed({ ...tried, key }))
  if (key === undefined || signCount === undefined) return undefined
  await tx
    .updateTable('operator_passkey')
    .set({ sign_count: signCount, last_used_at: wallNow })
    .where('id', '=', key.id)
    .execute()
  return key
}
