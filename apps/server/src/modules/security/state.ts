import type { Response } from '@btbc/contract/endpoint.ts'
import type { readSecurity } from '@btbc/contract/security.ts'
import type { Tx } from '@btbc/database/database.ts'

import { getMember, masked } from '#modules/account/index.ts'
import { frozenUntil } from './freeze.ts'
import { isKnownOnly } from './known-receivers.ts'
import { factorsOf } from './methods.ts'
import { withdrawalsWaitUntil } from './withdrawal-wait.ts'

/** What protects an account, at a glance. */
export async function readSecurityState(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<Response<typeof readSecurity>> {
  const member = await getMember(tx, memberId)
  const { frozen_at: frozenAt, frozen_by_house: isByHouse } = member
  const { passkeys, totp, recoveryCodes, pin } = await factorsOf(tx, memberId)
  return {
    passkeys,
    totp,
    recovery_codes: recoveryCodes,
    pin,
    mail: member.mail === null ? '' : masked(member.mail),
    mail_proved: member.mail_proved_at !== null,
    mobile: member.mobile === null ? '' : masked(member.mobile),
    mobile_proved: member.mobile_proved_at !== null,
    phrase: member.phrase ?? '',
    frozen_at: frozenAt,
    unfreezes_at: frozenAt && !isByHouse ? frozenUntil(member, frozenAt) : null,
    known_only: isKnownOnly(member, now),
    known_only_ends_at: isKnownOnly(member, now) ? member.known_only_ends_at : null,
    held_until: (await withdrawalsWaitUntil(tx, memberId, now)) ?? null,
  }
}
