import type { Request } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type {
  changePassword as changePasswordCall,
  resetPassword as resetPasswordCall,
} from '@btbc/contract/session.ts'
import type { Db, Tx } from '@btbc/database/database.ts'

import {
  findMemberToReset,
  getMember,
  tellMember,
  readResetAddress,
} from '#modules/account/index.ts'
import { endApiKeys } from '#modules/api-key/index.ts'
import { closePasskeys } from '#modules/security/index.ts'
import type { Address } from '#platform/notifications/address.ts'
import {
  type CodeTry,
  type SessionCaller,
  countPresentPassword,
  countTry,
  endSessions,
  forgiveLogins,
  lockCaller,
  readCodeState,
  redeemCode,
  refuseLockedPassword,
} from '#modules/session/index.ts'
import { checkNewPassword, type Passwords } from '#platform/passwords.ts'

/** A new password: by a sent code for who forgot theirs, by the present one for who is logged in. */

type ForgetRequest = Request<typeof resetPasswordCall>
type ChangeRequest = Request<typeof changePasswordCall>

export type Reset = {
  address: Address
  tried: CodeTry
  newHash: string | undefined
  /** The stored hash of the very password that is asked for, where the code was used before. */
  held: string | undefined
}

/** Judges the new password and hashes it, which is only worth the work when the code is right. */
export async function prepareReset(
  db: Db,
  parts: { request: ForgetRequest; ip: string; passwords: Passwords; wallNow: Date },
): Promise<Reset> {
  const { request, ip, passwords, wallNow } = parts
  const { area_code, area_code_id, mobile_code } = request
  const address = readResetAddress(request.account, { area_code, area_code_id, mobile_code })
  const code = request.code ?? request.email_code
  if (code === undefined) throw new Refusal('code_required')
  const password = checkNewPassword(request.password, request.repassword, [address.target])
  const { target } = address
  const tried: CodeTry = { purpose: 'forget', target, code, nonce: request.nonce, ip, wallNow }
  const state = await readCodeState(db, tried)
  const newHash = state === 'right' ? await passwords.hash(password) : undefined
  const held = state === 'used' ? await findHeld(db, { address, passwords, password }) : undefined
  return { address, tried, newHash, held }
}

async function findHeld(
  db: Db,
  parts: { address: Address; passwords: Passwords; password: string },
): Promise<string | undefined> {
  const { address, passwords, password } = parts
  const stored = (await findMemberToReset(db, address))?.password_hash
  const { right } = await passwords.verify(stored, password)
  return right ? stored : undefined
}

/**
 * Sets the new password; every session and every key ends, no passkey logs in by itself, and withdrawals
 * wait 24 hours. A wrong try stays counted.
 */
export async function resetPassword(
  tx: Tx,
  { reset, now, wallNow }: { reset: Reset; now: Date; wallNow: Date },
): Promise<Refusal | undefined> {
  const outcome = await redeemCode(tx, reset.tried)
  const member = await findMemberToReset(tx, reset.address)
  if (outcome.state === 'used') {
    // Whoever did not get the answer asks once more: what they want is done already.
    if (reset.held !== undefined && member?.password_hash === reset.held) return undefined
    // So that nobody who has read the code guesses the password by it.
    await countTry(tx, outcome.row)
  }
  if (outcome.state !== 'right' || !member || reset.newHash === undefined) {
    return new Refusal('code_wrong')
  }
  await tx
    .updateTable('member')
    .set({ password_hash: reset.newHash, password_reset_at: now })
    .where('id', '=', member.id)
    .execute()
  await endSessions(tx, { memberId: member.id, wallNow })
  await endApiKeys(tx, { memberId: member.id, wallNow })
  await closePasskeys(tx, member.id)
  await forgiveLogins(tx, member)
  const facts = { account: member.account_number }
  await tellMember(tx, member, { kind: 'password_reset', facts, wallNow })
  return undefined
}

export type Change = {
  /** The stored hash that both passwords were compared with. */
  judged: string
  /** Of the new password, where the present one was right. */
  newHash: string | undefined
  /** The new password is the present one, as for whoever did not hear the answer and asks again. */
  isSo: boolean
}

/** Compares the present password and hashes the new one. */
export async function prepareChange(
  db: Db,
  parts: {
    request: ChangeRequest
    caller: SessionCaller
    passwords: Passwords
    wallNow: Date
  },
): Promise<Change> {
  const { request, caller, passwords, wallNow } = parts
  const member = await getMember(db, caller.memberId)
  const known = [member.mail, member.mobile, member.account_number]
  const password = checkNewPassword(request.password, request.re_password, known)
  await refuseLockedPassword(db, caller.memberId, wallNow)
  const { right } = await passwords.verify(member.password_hash, request.old_password)
  const newHash = right ? await passwords.hash(password) : undefined
  const isSo = !right && (await passwords.verify(member.password_hash, password)).right
  return { judged: member.password_hash, newHash, isSo }
}

/** Changes the password; all other sessions end. A wrong present password stays counted. What is so already stays as it is. */
export async function changePassword(
  tx: Tx,
  parts: { change: Change; caller: SessionCaller; wallNow: Date },
): Promise<Refusal | undefined> {
  const { change, caller, wallNow } = parts
  const { judged, newHash, isSo } = change
  const { memberId, sessionId } = caller
  const member = await lockCaller(tx, caller)
  if (member.password_hash !== judged) throw new Refusal('try_again')
  const compared = { isRight: newHash !== undefined, isOtherRight: isSo }
  if (!(await countPresentPassword(tx, { memberId, ...compared, wallNow }))) {
    return new Refusal('password_wrong')
  }
  if (newHash === undefined) return undefined
  await tx
    .updateTable('member')
    .set({ password_hash: newHash })
    .where('id', '=', memberId)
    .execute()
  await endSessions(tx, { memberId, except: sessionId, wallNow })
  const facts = { account: member.account_number }
  await tellMember(tx, member, { kind: 'password_changed', facts, wallNow })
  return undefined
}
