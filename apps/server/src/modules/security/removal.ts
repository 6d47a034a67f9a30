import type { Tx } from '@btbc/database/database.ts'

import type { SecurityChange } from './changes.ts'
import { holdWithdrawals, tellOfChange } from './changes.ts'
import { factorsOf } from './methods.ts'
import { forgetRecoveryCodes } from './recovery-codes.ts'

/**
 * After an authenticator or a passkey was removed: without any left, recovery codes open nothing and
 * withdrawals wait 24 hours.
 */
export async function afterRemoval(
  tx: Tx,
  parts: { memberId: number; change: SecurityChange; now: Date; wallNow: Date },
): Promise<void> {
  const { memberId, change, now, wallNow } = parts
  const { passkeys, totp } = await factorsOf(tx, memberId)
  const isBare = passkeys === 0 && !totp
  if (isBare) {
    await forgetRecoveryCodes(tx, memberId)
    await holdWithdrawals(tx, memberId, now)
  }
  await tellOfChange(tx, { memberId, change, held: isBare, wallNow })
}
