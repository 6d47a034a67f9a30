import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'

import {
  type TrySource,
  countWrongTry,
  forgiveTries,
  lockTries,
  readTries,
  refuseLocked,
} from '#platform/wrong-tries.ts'

/** Codes of an operator's authenticator: each opens once, and wrong ones shut the door. */

/** Whoever knows the password and not the code is stopped, wherever they come from. */
const WRONG_CODES_MAX = 10

/** False when this code, or a later one, was already used. */
export async function useStep(tx: Tx, operatorId: number, step: number): Promise<boolean> {
  const used = await tx
    .updateTable('operator')
    .set({ totp_step: BigInt(step) })
    .where('id', '=', operatorId)
    .where('totp_step', '<', BigInt(step))
    .where('disabled_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** Whether it was the one that locks. */
export async function countWrongCode(
  tx: Tx,
  source: TrySource,
  wallNow: Date,
): Promise<{ locked: boolean }> {
  const wrong = knower(source)
  return await countWrongTry(tx, wrong, await lockTries(tx, wrong, wallNow), wallNow)
}

export async function forgiveWrongCodes(tx: Tx, source: TrySource): Promise<void> {
  await forgiveTries(tx, knower(source).account)
}

/** A code is not judged after too many wrong ones, from here or from anywhere. */
export async function refuseWrongCodes(
  database: Db | Tx,
  source: TrySource,
  wallNow: Date,
): Promise<void> {
  const codes = await readTries(database, knower(source), wallNow)
  refuseLocked(codes, wallNow)
  if (codes.wrongAnywhere >= WRONG_CODES_MAX) {
    throw new Refusal('account_locked', { minutes: 60 })
  }
}

/** Who knows the password is counted by another name than who guesses it. */
function knower(source: TrySource): TrySource {
  return { ...source, account: `${source.account} code` }
}
