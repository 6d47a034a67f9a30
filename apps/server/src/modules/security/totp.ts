import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'

import { drawSecret, lettersOf, stepOfCode, uriOf } from '#platform/authenticators.ts'
import type { Confirm } from '#platform/confirm.ts'
import { MINUTE_MS } from '#platform/durations.ts'

import { getMember } from '#modules/account/index.ts'
import { tellOfChange } from './changes.ts'
import { countWrongFactor, forgiveFactor, lockFactors, refuseLockedFactor } from './factor-tries.ts'
import { ensureRecoveryCodes } from './recovery-codes.ts'
import { afterRemoval } from './removal.ts'
import { type SessionCaller, lockCaller } from '#modules/session/index.ts'
import { seal, sealingKey, unseal } from '#platform/sealing.ts'

/** Codes of an authenticator app, by the clock on the wall; none is accepted twice. */

const SEALED = 'authenticators'
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
  const { secret, sealed } = await drawSealed(tx, random)
  const values = { sealed_secret: sealed, created_at: wallNow, last_step: null }
  await tx
    .insertInto('totp')
    .values({ member_id: memberId, ...values })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(values))
    .execute()
  const member = await getMember(tx, memberId)
  return { secret, uri: uriOf(secret, member.account_number) }
}

async function drawSealed(tx: Tx, random: (bytes: number) => Buffer) {
  const secret = lettersOf(drawSecret(random))
  const sealed = seal(await sealingKey(tx, SEALED), Buffer.from(secret), random)
  return { secret, sealed }
}

async function unsealSecret(database: Db | Tx, sealed: Buffer): Promise<string> {
  return unseal(await sealingKey(database, SEALED), sealed).toString('utf8')
}

/** One that is in force at once, of a sample member. */
export async function giveTotp(
  tx: Tx,
  request: { memberId: number; random: (bytes: number) => Buffer; wallNow: Date },
): Promise<void> {
  const { memberId, random, wallNow } = request
  const { sealed } = await drawSealed(tx, random)
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
  return row && (await unsealSecret(database, row.sealed_secret))
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
    return new Refusal('step_up_wrong', { left: await countWrongFactor(tx, factor) })
  }
  await forgiveFactor(tx, memberId, 'totp')
  await tx
    .updateTable('totp')
    .set({ confirmed_at: wallNow })
    .where('member_id', '=', memberId)
    .execute()
  const codes = await ensureRecoveryCodes(tx, memberId, random)
  await tellOfChange(tx, { memberId, change: 'totp_added', wallNow })
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
  tried: { memberId: number; code: string; confirmed: boolean; wallNow: Date },
): Promise<boolean> {
  const { memberId, code, confirmed, wallNow } = tried
  const row = await findTotp(tx, memberId, { confirmed })
  if (!row) return false
  const shown = stepOfCode(await unsealSecret(tx, row.sealed_secret), code, wallNow)
  if (shown === undefined) return false
  const step = BigInt(shown)
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
