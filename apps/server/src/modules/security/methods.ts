import type { StepUpMethod } from '@btbc/contract/security.ts'
import type { StepUpAction } from '@btbc/contract/step-up.ts'
import type { Tx } from '@btbc/database/database.ts'

import { type Member, provedAddress } from '#modules/account/index.ts'

/** Which proofs a member can give, and which of them will do for what. */

export type Factors = { passkeys: number; totp: boolean; recoveryCodes: number; pin: boolean }

/** What the member has set up. */
export async function factorsOf(tx: Tx, memberId: number): Promise<Factors> {
  const { passkeys, totp, recovery, pin } = await tx
    .selectNoFrom((none) => [
      none
        .selectFrom('passkey')
        .select((row) => row.fn.countAll<bigint>().as('count'))
        .where('member_id', '=', memberId)
        .as('passkeys'),
      none
        .selectFrom('totp')
        .select((row) => row.fn.countAll<bigint>().as('count'))
        .where('member_id', '=', memberId)
        .where('confirmed_at', 'is not', null)
        .as('totp'),
      none
        .selectFrom('recovery_code')
        .select((row) => row.fn.countAll<bigint>().as('count'))
        .where('member_id', '=', memberId)
        .where('used_at', 'is', null)
        .as('recovery'),
      none
        .selectFrom('fund_pin')
        .select((row) => row.fn.countAll<bigint>().as('count'))
        .where('member_id', '=', memberId)
        .as('pin'),
    ])
    .executeTakeFirstOrThrow()
  return {
    passkeys: Number(passkeys),
    totp: totp !== 0n,
    recoveryCodes: Number(recovery),
    pin: pin !== 0n,
  }
}

/** Whether the member has more to show than a session and a sent code. */
export async function isProtected(tx: Tx, memberId: number): Promise<boolean> {
  const { passkeys, totp, pin } = await factorsOf(tx, memberId)
  return passkeys > 0 || totp || pin
}

/** What a seller has: a PIN stays where a lost factor is taken off, so a deal is never released by a sent code alone. */
export async function hasPinAndFactor(tx: Tx, memberId: number): Promise<boolean> {
  const { passkeys, totp, pin } = await factorsOf(tx, memberId)
  return pin && (passkeys > 0 || totp)
}

/** A recovery code opens the way back into one's own account, never a way out for money. */
const recoverable: readonly StepUpAction[] = [
  'totp_add',
  'totp_remove',
  'passkey_add',
  'passkey_remove',
  'unfreeze',
]

/** The proofs that will do for an action, strongest first; none when no address is proved either. */
export async function methodsOf(
  tx: Tx,
  member: Member,
  action: StepUpAction,
): Promise<StepUpMethod[]> {
  return methodsFor(await factorsOf(tx, member.id), provedAddress(member) !== undefined, action)
}

function methodsFor(factors: Factors, isReachable: boolean, action: StepUpAction): StepUpMethod[] {
  const { passkeys, totp, recoveryCodes, pin } = factors
  if (passkeys > 0 || totp) {
    const isTotpEnough = action !== 'passkey_remove' || passkeys === 0
    return [
      ...(passkeys > 0 ? ['passkey' as const] : []),
      ...(totp && isTotpEnough ? ['totp' as const] : []),
      ...(recoveryCodes > 0 && recoverable.includes(action) ? ['recovery' as const] : []),
    ]
  }
  if (!isReachable) return []
  // Who forgot the PIN sets a new one with the account's password and a sent code.
  return [pin && action !== 'fund_pin' ? 'pin_code' : 'code']
}
