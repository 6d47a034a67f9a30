import { createHash } from 'node:crypto'

import { CountedRefusal, Refusal } from '@btbc/contract/refusals.ts'
import type { StepUpMethod } from '@btbc/contract/security.ts'
import type { StepUpAction } from '@btbc/contract/step-up.ts'
import type { Tx } from '@btbc/database/database.ts'
import { withoutZeros } from '@btbc/money/amount.ts'

import { type Member, getMember, masked, provedAddress } from '#modules/account/index.ts'
import { MINUTE_MS } from '#platform/durations.ts'
import { askToUse } from '#platform/passkeys.ts'
import { methodsOf } from './methods.ts'
import { namedOf } from './named.ts'
import { keysOf } from './passkey-proof.ts'
import { redeemConfirmationCode } from './sent-code.ts'

/**
 * A fresh proof that it is the member who asks for something risky: bound to the member, the
 * action and the exact payload, for five minutes on the wall, good once.
 */

export const STEP_UP_MS = 5 * MINUTE_MS
export const STEP_UP_TRIES_MAX = 5
const TOKEN_BYTES = 24

/** What a frozen account does not do until it is unfrozen. */
const stoppedByFreeze: readonly StepUpAction[] = [
  'withdraw',
  'bank_withdraw',
  'address_add',
  'api_key',
  'contact',
  'deal_confirm',
]

export type RiskyCall = {
  memberId: number
  action: StepUpAction
  /** What will be done, field by field; amounts in any spelling of the same number. */
  payload: Readonly<Record<string, string>>
}

/**
 * Returns when the call carries a proof made for exactly this, which is then used up; or the code
 * that was sent, as long as the member has nothing better. Ask before anything is written: a wrong
 * code stays counted although the call is refused.
 */
export async function requireStepUp(
  tx: Tx,
  request: RiskyCall & {
    proof: string | undefined
    code: string | undefined
    wallNow: Date
  },
): Promise<void> {
  const { memberId, action, proof, code, wallNow } = request
  const member = await getMember(tx, memberId)
  refuseFrozen(member, action)
  if (proof !== undefined) return await spendProof(tx, { ...request, proof })
  const methods = await methodsOf(tx, member, action)
  if (methods.length === 0) throw new Refusal('not_verified')
  if (code === undefined || !methods.includes('code')) {
    throw new Refusal('step_up_required', { methods: methods.join(',') })
  }
  const boundTo = hashPayload(request)
  if (!(await redeemConfirmationCode(tx, { member, action, boundTo, code, wallNow }))) {
    throw new CountedRefusal('code_wrong')
  }
}

/** What the call is refused with while the account is frozen. */
export function refuseFrozen(member: Member, action: StepUpAction): void {
  if (member.frozen_at !== null && stoppedByFreeze.includes(action)) {
    throw new Refusal('account_frozen')
  }
}

async function spendProof(
  tx: Tx,
  request: RiskyCall & { proof: string; wallNow: Date },
): Promise<void> {
  const { memberId, action, proof, wallNow } = request
  const spent = await tx
    .updateTable('step_up')
    .set({ used_at: wallNow })
    .where('proof_hash', '=', hashProof(proof))
    .where('member_id', '=', memberId)
    .where('action', '=', action)
    .where('payload_hash', '=', hashPayload(request))
    .where('expires_at', '>', wallNow)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!spent) throw new Refusal('step_up_invalid')
}

export type StepUp = {
  challenge_id: string
  methods: StepUpMethod[]
  sent_to: string
  options?: Record<string, unknown>
  expires_at: Date
}

/** Begins a step-up; answers which proofs will do. */
export async function openStepUp(
  tx: Tx,
  request: RiskyCall & { origin: string; random: (bytes: number) => Buffer; wallNow: Date },
): Promise<StepUp> {
  const { memberId, action, origin, random, wallNow } = request
  const member = await getMember(tx, memberId)
  refuseFrozen(member, action)
  const methods = await methodsOf(tx, member, action)
  if (methods.length === 0) throw new Refusal('not_verified')
  const passkey = methods.includes('passkey')
    ? await askToUse({ origin, random, known: await keysOf(tx, memberId) })
    : undefined
  const challengeId = random(TOKEN_BYTES).toString('base64url')
  const expiresAt = new Date(wallNow.getTime() + STEP_UP_MS)
  await tx
    .insertInto('step_up')
    .values({
      challenge_id: challengeId,
      member_id: memberId,
      action,
      payload_hash: hashPayload(request),
      named: JSON.stringify(namedOf(action, request.payload)),
      passkey_challenge: passkey?.challenge ?? null,
      created_at: wallNow,
      expires_at: expiresAt,
    })
    .execute()
  const sentTo = methods.some((method) => method === 'code' || method === 'pin_code')
    ? maskedAddress(member)
    : ''
  return {
    challenge_id: challengeId,
    methods,
    sent_to: sentTo,
    ...(passkey && { options: passkey.options }),
    expires_at: expiresAt,
  }
}

function maskedAddress(member: Member): string {
  const to = provedAddress(member)
  return to ? masked(to.target) : ''
}

export function hashProof(proof: string): Buffer {
  return createHash('sha256').update(proof).digest()
}

/** An empty field is an absent one, as on the wire. */
function hashPayload({ action, payload }: RiskyCall): Buffer {
  const fields = Object.entries(payload)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => [name, spelledOneWay(value)] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([action, fields]))
    .digest()
}

/** 12.5 and 12.50000000 are one amount. */
function spelledOneWay(value: string): string {
  return /^\d+\.\d+$/.test(value) ? withoutZeros(value) : value
}
