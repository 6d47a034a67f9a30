import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'

import type { Confirm } from '#platform/confirm.ts'
import { MINUTE_MS } from '#platform/durations.ts'
import { Secret, TOTP } from 'otpauth'

import { getMember } from '#modules/account/index.ts'
import { tellOfChange } from './changes.ts'
import {
  countFactorFailure,
  forgiveFactor,
  lockFactors,
  refuseLockedFactor,
} from './factor-failures.ts'
import { ensureRecoveryCodes } from './recovery-codes.ts'
import { afterRemoval } from './removal.ts'
import { type SessionCaller, lockCaller } from '#modules/session/index.ts'
import { seal, sealingKey, unseal } from '#platform/sealing.ts'

/** Codes of an authenticator app, by the clock on the wall; none is accepted twice. */

const SECRET_BYTES = 20
const PERIOD_S = 30
/** A phone may be a step behind or ahead. */
const WINDOW = 1
const BEGUN_MS = 15 * MINUTE_MS

type Protected = {
  memberId: number
  confirm: Confirm
  random: (bytes: number) => Buffer
  now: Date
  wallNow: Date
}

/** Draws the secret of a new authenticator; it is in force after its first right code. */
export async function beginTotp(
  tx: Tx,
  request: Protected,
): Promise<{ secret: string; uri: string }> {
  const { memberId, confirm, random, wallNow } = request
  await confirm()
  await lockFactors(tx, memberId)
  if (await findTotp(tx, memberId, { confirmed: true })) throw new Refusal('totp_exists')
  const { secret, sealed } = await drawSecret(tx, random)
  const values = { sealed_secret: sealed, created_at: wallNow, last_step: null }
  await tx
    .insertInto('totp')
    .values({ member_id: memberId, ...values })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(values))
    .execute()
  const member = await getMember(tx, memberId)
  return { secret: secret.base32, uri: codesOf(secret, member.account_number).toString() }
}

async function drawSecret(tx: Tx, random: (bytes: number) => Buffer) {
  const secret = Secret.fromHex(random(SECRET_BYTES).toString('hex'))
  const sealed = seal(await sealingKey(tx, 'authenticators'), Buffer.from(secret.base32), random)
  return { secret, sealed }
}

/** One that is in force at once, of a sample member. */
export async function giveTotp(
  tx: Tx,
  request: { memberId: number; random: (bytes: number) => Buffer; wallNow: Date },
): Promise<void> {
  const { memberId, random, wallNow } = request
  const { sealed } = await drawSecret(tx, random)
  const at = { created_at: wallNow, confirmed_at: wallNow }
  await tx
    .insertInto('totp')
    .values({ member_id: memberId, sealed_secret: sealed, ...at })
    .execute()
}

/** The secret of the authenticator that is in force, in the letters that an authenticator takes. */
export async function readTotpSecret(
  database: Db | Tx,
  memberId: number,
): Promise<string | undefined> {
  const row = await findTotp(database, memberId, { confirmed: true })
  return (
    row && unseal(await sealingKey(database, 'authenticators'), row.sealed_secret).toString('utf8')
  )
}

/** The first right code puts it in force. A wrong one stays counted. */
export async function confirmTotp(
  tx: Tx,
  request: {
    caller: SessionCaller
    code: string
    random: (bytes: number) => Buffer
    wallNow: Date
  },
): Promise<{ recovery_codes: string[] } | Refusal> {
  const { caller, code, random, wallNow } = request
  const { memberId } = caller
  await lockCaller(tx, caller)
  const factor = { memberId, factor: 'totp' as const, wallNow }
  await lockFactors(tx, memberId)
  const begun = await findTotp(tx, memberId, { confirmed: false })
  if (!begun || begun.created_at.getTime() + BEGUN_MS <= wallNow.getTime()) {
    throw new Refusal('totp_missing')
  }
  await refuseLockedFactor(tx, factor)
  if (!(await isTotpRight(tx, { memberId, code, confirmed: false, wallNow }))) {
    return new Refusal('step_up_wrong', { left: await countFactorFailure(tx, factor) })
  }
  await forgiveFactor(tx, memberId, 'totp')
  await tx
    .updateTable('totp')
    .set({ confirmed_at: wallNow })
    .where('member_id', '=', memberId)
    .execute()
  const codes = await ensureRecoveryCodes(tx, memberId, random)
  await tellOfChange(tx, { memberId, change: 'totp_added', held: false, wallNow })
  return { recovery_codes: codes }
}

export async function removeTotp(tx: Tx, request: Omit<Protected, 'random'>): Promise<void> {
  const { memberId, confirm } = request
  await confirm()
  await lockFactors(tx, memberId)
  const removed = await tx
    .deleteFrom('totp')
    .where('member_id', '=', memberId)
    .where('confirmed_at', 'is not', null)
    .returning('member_id')
    .executeTakeFirst()
  if (!removed) throw new Refusal('totp_missing')
  await afterRemoval(tx, { ...request, change: 'totp_removed' })
}

/** Judges a code after `lockFactors`. The step of a right one is spent, and every one before it. */
export async function isTotpRight(
  tx: Tx,
  attempt: { memberId: number; code: string; confirmed: boolean; wallNow: Date },
): Promise<boolean> {
  const { memberId, code, confirmed, wallNow } = attempt
  const row = await findTotp(tx, memberId, { confirmed })
  if (!row) return false
  const sealed = unseal(await sealingKey(tx, 'authenticators'), row.sealed_secret).toString('utf8')
  const timestamp = wallNow.getTime()
  const codes = codesOf(Secret.fromBase32(sealed), '')
  const delta = codes.validate({ token: code, timestamp, window: WINDOW })
  if (delta === null) return false
  const step = BigInt(Math.floor(timestamp / 1000 / PERIOD_S) + delta)
  if (row.last_step !== null && step <= row.last_step) return false
  await tx.updateTable('totp').set({ last_step: step }).where('member_id', '=', memberId).execute()
  return true
}

async function findTotp(
  database: Db | Tx,
  memberId: number,
  { confirmed }: { confirmed: boolean },
) {
  return await database
    .selectFrom('totp')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('confirmed_at', confirmed ? 'is not' : 'is', null)
    .executeTakeFirst()
}

function codesOf(secret: Secret, label: string): TOTP {
  return new TOTP({ issuer: 'BTBC TEST', label, secret, period: PERIOD_S })
}
