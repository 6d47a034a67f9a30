import type { Request } from '@btbc/contract/endpoint.ts'
import { isEasyPin } from '@btbc/contract/pin-rules.ts'
import { CountedRefusal, Refusal } from '@btbc/contract/refusals.ts'
import type { setFundPin as setFundPinCall } from '@btbc/contract/security.ts'
import type { Db, Tx } from '@btbc/database/database.ts'

import type { Confirm } from '#platform/confirm.ts'
import { getMember } from '#modules/account/index.ts'
import { tellOfChange } from './changes.ts'
import { forgiveFactor, lockFactors } from './factor-tries.ts'
import {
  type SessionCaller,
  countPresentPassword,
  lockCaller,
  refuseLockedPassword,
} from '#modules/session/index.ts'
import { makeWithdrawalsWait } from './withdrawal-wait.ts'
import type { Passwords } from '#platform/passwords.ts'

/** Six digits that are asked for together with a sent code. */

type PinRequest = Request<typeof setFundPinCall>

/** The hash the account's password was compared with, and the PIN's hash if it was right. */
export type NewPin = { judged: string; pinHash: string | undefined }

export async function prepareFundPin(
  db: Db,
  parts: { request: PinRequest; memberId: number; passwords: Passwords; wallNow: Date },
): Promise<NewPin> {
  const { request, memberId, passwords, wallNow } = parts
  const { pin, password } = request
  if (!/^\d{6}$/.test(pin)) throw new Refusal('pin_rules')
  if (isEasyPin(pin)) throw new Refusal('pin_weak')
  await refuseLockedPassword(db, memberId, wallNow)
  const member = await getMember(db, memberId)
  const { right } = await passwords.verify(member.password_hash, password)
  const pinHash = right ? await passwords.hash(pin) : undefined
  return { judged: member.password_hash, pinHash }
}

/** Sets or replaces the PIN. A wrong password stays counted, as at changing it. */
export async function setFundPin(
  tx: Tx,
  request: {
    caller: SessionCaller
    pin: NewPin
    confirm: Confirm
    now: Date
    wallNow: Date
  },
): Promise<void> {
  const { caller, pin, confirm, now, wallNow } = request
  const { memberId } = caller
  const { judged, pinHash } = pin
  const member = await lockCaller(tx, caller)
  if (member.password_hash !== judged) throw new Refusal('try_again')
  const isRight = pinHash !== undefined
  await countPresentPassword(tx, { memberId, isRight, wallNow })
  if (!isRight) throw new CountedRefusal('password_wrong')
  await confirm()
  await lockFactors(tx, memberId)
  const values = { pin_hash: pinHash, set_at: wallNow }
  const { replaced } = await tx
    .selectNoFrom((none) =>
      none
        .exists(none.selectFrom('fund_pin').select('pin_hash').where('member_id', '=', memberId))
        .as('replaced'),
    )
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('fund_pin')
    .values({ member_id: memberId, ...values })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(values))
    .execute()
  await forgiveFactor(tx, memberId, 'pin')
  const set = { memberId, change: 'pin_set' as const, wallNow }
  if (replaced) await makeWithdrawalsWait(tx, { ...set, now })
  else await tellOfChange(tx, set)
}

export async function removeFundPin(
  tx: Tx,
  request: {
    memberId: number
    confirm: Confirm
    wallNow: Date
  },
): Promise<void> {
  const { memberId, confirm, wallNow } = request
  await confirm()
  await lockFactors(tx, memberId)
  const removed = await tx
    .deleteFrom('fund_pin')
    .where('member_id', '=', memberId)
    .returning('member_id')
    .executeTakeFirst()
  if (!removed) throw new Refusal('pin_missing')
  await tellOfChange(tx, { memberId, change: 'pin_removed', wallNow })
}
