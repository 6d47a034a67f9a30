import { createHmac } from 'node:crypto'

import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'

import type { Confirm } from '#platform/confirm.ts'
import { drawText } from '#platform/random-text.ts'
import { tellOfChange } from './changes.ts'
import { lockFactors } from './factor-tries.ts'
import { factorsOf } from './methods.ts'
import { readSecret } from '#platform/secrets.ts'

/** The way back for who lost authenticator and passkeys: ten codes, shown once, each good once. */

const CODES = 10
const LENGTH = 10

/** Recovery codes where the member has none left; none where there still are some. */
export async function ensureRecoveryCodes(
  tx: Tx,
  memberId: number,
  random: (bytes: number) => Buffer,
): Promise<string[]> {
  const { recoveryCodes } = await factorsOf(tx, memberId)
  return recoveryCodes > 0 ? [] : await drawRecoveryCodes(tx, memberId, random)
}

/** New recovery codes; the old ones end. */
export async function renewRecoveryCodes(
  tx: Tx,
  request: {
    memberId: number
    confirm: Confirm
    random: (bytes: number) => Buffer
    wallNow: Date
  },
): Promise<{ recovery_codes: string[] }> {
  const { memberId, confirm, random, wallNow } = request
  await confirm()
  await lockFactors(tx, memberId)
  const { passkeys, totp } = await factorsOf(tx, memberId)
  if (passkeys === 0 && !totp) throw new Refusal('recovery_needless')
  const codes = await drawRecoveryCodes(tx, memberId, random)
  await tellOfChange(tx, { memberId, change: 'recovery_codes', wallNow })
  return { recovery_codes: codes }
}

async function drawRecoveryCodes(
  tx: Tx,
  memberId: number,
  random: (bytes: number) => Buffer,
): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < CODES) codes.add(drawText(random, '0123456789', LENGTH))
  await forgetRecoveryCodes(tx, memberId)
  const secret = await readSecret(tx, 'security')
  await tx
    .insertInto('recovery_code')
    .values(
      [...codes].map((code) => ({
        member_id: memberId,
        code_hash: hashCode(secret, memberId, code),
      })),
    )
    .execute()
  return [...codes]
}

/** Whether this is one of the unused codes; it is used up then. */
export async function useRecoveryCode(
  tx: Tx,
  tried: { memberId: number; code: string; wallNow: Date },
): Promise<boolean> {
  const { memberId, code, wallNow } = tried
  const secret = await readSecret(tx, 'security')
  const used = await tx
    .updateTable('recovery_code')
    .set({ used_at: wallNow })
    .where('member_id', '=', memberId)
    .where('code_hash', '=', hashCode(secret, memberId, code))
    .where('used_at', 'is', null)
    .returning('member_id')
    .executeTakeFirst()
  return used !== undefined
}

export async function forgetRecoveryCodes(tx: Tx, memberId: number): Promise<void> {
  await tx.deleteFrom('recovery_code').where('member_id', '=', memberId).execute()
}

function hashCode(secret: Buffer, memberId: number, code: string): Buffer {
  return createHmac('sha256', secret).update(`recovery\0${memberId}\0${code}`).digest()
}
