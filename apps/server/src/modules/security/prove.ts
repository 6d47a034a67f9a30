import type { Request } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { proveStepUp as proveStepUpCall, StepUpMethod } from '@btbc/contract/security.ts'
import { type StepUpAction, stepUpActions } from '@btbc/contract/step-up.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import type { Tables } from '@btbc/database/tables.ts'
import type { Selectable } from 'kysely'

import type { Member } from '#modules/account/index.ts'
import { type SessionCaller, lockCaller } from '#modules/session/index.ts'
import {
  countWrongFactor,
  type Factor,
  FACTOR_TRIES_MAX,
  forgiveFactor,
  lockFactors,
  refuseLockedFactor,
} from './factor-tries.ts'
import { methodsOf } from './methods.ts'
import { openPasskey, usePasskey } from './passkey-proof.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { redeemConfirmationCode } from './sent-code.ts'
import { hashProof, STEP_UP_MS, STEP_UP_TRIES_MAX } from './step-up.ts'
import { isTotpRight } from './totp.ts'
import { makeWithdrawalsWait } from './withdrawal-wait.ts'
import type { Passwords } from '#platform/passwords.ts'

/** Proving a step-up. Every wrong try is counted, at the step-up and at what was tried. */

const PROOF_BYTES = 32

type ProveRequest = Request<typeof proveStepUpCall>

/**
 * Comparing a PIN is slow and done before the transaction; whether it counts is judged in it. Few are compared
 * at once, so none is where no more tries are left.
 */
export async function prepareProof(
  db: Db,
  parts: { request: ProveRequest; memberId: number; passwords: Passwords; wallNow: Date },
): Promise<{ isPinRight: boolean }> {
  const { request, memberId, passwords, wallNow } = parts
  if (request.method !== 'pin_code') return { isPinRight: false }
  await refuseLockedFactor(db, { memberId, factor: 'pin', wallNow })
  if (!(await openStepUps(db, parts).executeTakeFirst())) return { isPinRight: false }
  const stored = await db
    .selectFrom('fund_pin')
    .select('pin_hash')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  const { right } = await passwords.verify(stored?.pin_hash, request.pin ?? '')
  return { isPinRight: right }
}

type ProofTry = {
  member: Member
  request: ProveRequest
  stepUp: Selectable<Tables['step_up']>
  action: StepUpAction
  origin: string
  isPinRight: boolean
  now: Date
  wallNow: Date
}

/** The factor at which a method's wrong tries are counted; sent codes count their own. */
const factorOf: Record<StepUpMethod, Factor | undefined> = {
  passkey: 'passkey',
  totp: 'totp',
  recovery: 'recovery',
  pin_code: 'pin',
  code: undefined,
}

/** Answers the proof. A refusal is returned where a wrong try has to stay counted. */
export async function proveStepUp(
  tx: Tx,
  parts: {
    request: ProveRequest
    caller: SessionCaller
    isPinRight: boolean
    origin: string
    random: (bytes: number) => Buffer
    now: Date
    wallNow: Date
  },
): Promise<{ proof: string; expires_at: Date } | Refusal> {
  const { request, caller, random, wallNow } = parts
  const { memberId } = caller
  const { method } = request
  const factor = factorOf[method]
  // A reset that comes in between ends the session, and with it what a passkey confirms.
  const member = await lockCaller(tx, caller)
  await lockFactors(tx, memberId)
  const stepUp = await openStepUps(tx, { memberId, request, wallNow })
    .forUpdate()
    .executeTakeFirst()
  const action = stepUpActions.find((each) => each === stepUp?.action)
  if (!stepUp || !action || !(await methodsOf(tx, member, action)).includes(method)) {
    throw new Refusal('step_up_invalid')
  }
  if (factor) await refuseLockedFactor(tx, { memberId, factor, wallNow })
  if (!(await isProved(tx, { ...parts, member, stepUp, action }))) {
    const leftHere = await countTry(tx, stepUp)
    const left = factor ? await countWrongFactor(tx, { memberId, factor, wallNow }) : leftHere
    return new Refusal('step_up_wrong', { left: Math.min(left, leftHere, FACTOR_TRIES_MAX) })
  }
  if (factor) await forgiveFactor(tx, memberId, factor)
  const proof = random(PROOF_BYTES).toString('base64url')
  const expiresAt = new Date(wallNow.getTime() + STEP_UP_MS)
  await tx
    .updateTable('step_up')
    .set({ method, proof_hash: hashProof(proof), proved_at: wallNow, expires_at: expiresAt })
    .where('id', '=', stepUp.id)
    .execute()
  return { proof, expires_at: expiresAt }
}

async function isProved(tx: Tx, tried: ProofTry): Promise<boolean> {
  const { member, request, stepUp, action, origin, isPinRight, wallNow } = tried
  const { method, code, credential } = request
  const memberId = member.id
  if (method === 'passkey') {
    const challenge = stepUp.passkey_challenge
    if (challenge === null || credential === undefined) return false
    const used = await usePasskey(tx, { memberId, challenge, credential, origin, wallNow })
    if (used?.opens === false) await openPasskey(tx, { memberId, id: used.id })
    return used !== undefined
  }
  if (code === undefined) throw new Refusal('code_required')
  const sent = { member, action, boundTo: stepUp.payload_hash, code, wallNow }
  switch (method) {
    case 'code':
      return await redeemConfirmationCode(tx, sent)
    case 'pin_code':
      return isPinRight && (await redeemConfirmationCode(tx, sent))
    case 'totp':
      return await isTotpRight(tx, { memberId, code, confirmed: true, wallNow })
    case 'recovery':
      return await recover(tx, tried, code)
  }
}

/** Whoever needs a recovery code has lost something, or somebody has found it: withdrawals wait. */
async function recover(tx: Tx, { member, now, wallNow }: ProofTry, code: string): Promise<boolean> {
  if (!(await useRecoveryCode(tx, { memberId: member.id, code, wallNow }))) return false
  await makeWithdrawalsWait(tx, { memberId: member.id, change: 'recovery_used', now, wallNow })
  return true
}

function openStepUps(
  database: Db | Tx,
  parts: { memberId: number; request: ProveRequest; wallNow: Date },
) {
  return database
    .selectFrom('step_up')
    .selectAll()
    .where('challenge_id', '=', parts.request.challenge_id)
    .where('member_id', '=', parts.memberId)
    .where('expires_at', '>', parts.wallNow)
    .where('proved_at', 'is', null)
    .where('tries', '<', STEP_UP_TRIES_MAX)
}

async function countTry(tx: Tx, { id, tries }: { id: bigint; tries: number }): Promise<number> {
  await tx
    .updateTable('step_up')
    .set({ tries: tries + 1 })
    .where('id', '=', id)
    .execute()
  return STEP_UP_TRIES_MAX - tries - 1
}
