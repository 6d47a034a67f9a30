import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'

import { lockMember } from '#modules/account/index.ts'
import { endSessions } from '#modules/session/index.ts'
import { type SecurityChange, tellOfChange } from './changes.ts'
import { lockFactors } from './factor-tries.ts'
import { factorsOf } from './methods.ts'
import { keysOf } from './passkey-proof.ts'
import { forgetRecoveryCodes } from './recovery-codes.ts'
import { makeWithdrawalsWait } from './withdrawal-wait.ts'

/**
 * After an authenticator or a passkey was removed: without any left, recovery codes open nothing and
 * withdrawals wait 24 hours.
 */
export async function afterRemoval(
  tx: Tx,
  parts: { memberId: number; change: SecurityChange; now: Date; wallNow: Date },
): Promise<void> {
  const { memberId, change, wallNow } = parts
  const { passkeys, totp } = await factorsOf(tx, memberId)
  if (passkeys > 0 || totp) return await tellOfChange(tx, { memberId, change, wallNow })
  await forgetRecoveryCodes(tx, memberId)
  await makeWithdrawalsWait(tx, parts)
}

/** Which passkeys and which authenticator there are: with another one, or one less, it is another text. */
export async function whichFactors(tx: Tx, memberId: number): Promise<string> {
  const passkeys = await keysOf(tx, memberId)
  const totp = await tx
    .selectFrom('totp')
    .select('confirmed_at')
    .where('member_id', '=', memberId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return [...passkeys.map(({ id }) => id), totp?.confirmed_at?.toISOString() ?? ''].join(' ')
}

/**
 * Two operators take off whatever stands before a sent code: whoever asks for that has lost a device, or
 * somebody else has found it. So every session ends, nothing goes on that was begun with a factor, and
 * withdrawals wait 24 hours. The PIN stays: its owner sets another one with the account's password and a
 * sent code.
 */
export async function removeFactors(
  tx: Tx,
  request: { memberId: number; meant: string; now: Date; wallNow: Date },
): Promise<void> {
  const { memberId, meant, now, wallNow } = request
  await lockMember(tx, memberId)
  await lockFactors(tx, memberId)
  if ((await whichFactors(tx, memberId)) !== meant) throw new Refusal('member_changed')
  await tx.deleteFrom('passkey').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('totp').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('passkey_registration').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('step_up').where('member_id', '=', memberId).execute()
  await forgetRecoveryCodes(tx, memberId)
  await endSessions(tx, { memberId, wallNow })
  await makeWithdrawalsWait(tx, { memberId, change: 'factors_removed', now, wallNow })
}
