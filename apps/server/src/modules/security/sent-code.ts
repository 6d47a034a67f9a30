import { Refusal } from '@btbc/contract/refusals.ts'
import { type StepUpAction, stepUpActions } from '@btbc/contract/step-up.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { type Member, getMember, provedAddress, provedAddresses } from '#modules/account/index.ts'
import { RESEND_S, type SendLimits, redeemCode, sendCode } from '#modules/session/index.ts'
import { sayNamed } from './named.ts'

/**
 * The code that is sent to a member's proved address to confirm a risky call: good for the action and
 * content that its message names. The seeds' clients ask for one before they say what for: theirs is
 * good for a withdrawal and nothing else.
 */

const PURPOSE = 'withdraw'
/** A client without an Idempotency-Key that asks twice in a row means one code. */
const REPEAT_MS = 10_000
const withoutContent: readonly StepUpAction[] = ['withdraw', 'bank_withdraw']

/** Sends it to the proved mail address, else to the proved phone. */
export async function sendConfirmationCode(
  tx: Tx,
  request: {
    memberId: number
    challengeId: string | undefined
    ip: string
    limits: SendLimits | undefined
    language: Language
    random: (bytes: number) => Buffer
    wallNow: Date
  },
): Promise<{ resend_s: number; channel: 'mail' | 'sms' }> {
  const { memberId, language, wallNow } = request
  const member = await getMember(tx, memberId)
  const to = provedAddress(member)
  if (!to) throw new Refusal('not_verified')
  const content = await contentOf(tx, request)
  const answer = { resend_s: RESEND_S, channel: to.channel }
  const newest = await newestCode(tx, member, wallNow)
  const ageMs = wallNow.getTime() - (newest?.created_at.getTime() ?? 0)
  const isSame =
    newest?.target === to.target && isBoundTo(newest, content?.boundTo) && newest.used_at === null
  if (isSame && ageMs < REPEAT_MS) return answer
  await sendCode(tx, {
    ...request,
    purpose: PURPOSE,
    to,
    member,
    agreed: undefined,
    termsVersion: undefined,
    ...(content && {
      confirms: {
        boundTo: content.boundTo,
        what: sayNamed(language, content.action, content.named),
      },
    }),
  })
  return answer
}

/** What the member has begun to confirm. */
async function contentOf(
  tx: Tx,
  parts: { memberId: number; challengeId: string | undefined; wallNow: Date },
): Promise<{ action: StepUpAction; boundTo: Buffer; named: Record<string, string> } | undefined> {
  const { memberId, challengeId, wallNow } = parts
  if (challengeId === undefined) return undefined
  const begun = await tx
    .selectFrom('step_up')
    .select(['action', 'payload_hash', sql<Record<string, string>>`named`.as('named')])
    .where('challenge_id', '=', challengeId)
    .where('member_id', '=', memberId)
    .where('expires_at', '>', wallNow)
    .where('proved_at', 'is', null)
    .executeTakeFirst()
  const action = stepUpActions.find((each) => each === begun?.action)
  if (!begun || !action) throw new Refusal('step_up_invalid')
  return { action, boundTo: begun.payload_hash, named: begun.named }
}

/**
 * Whether this is the newest code sent to an address the member proved, and was sent for this. Counts
 * a wrong try, uses a right code up.
 */
export async function redeemConfirmationCode(
  tx: Tx,
  tried: { member: Member; action: StepUpAction; boundTo: Buffer; code: string; wallNow: Date },
): Promise<boolean> {
  const { member, action, boundTo, code, wallNow } = tried
  const newest = await newestCode(tx, member, wallNow)
  if (!newest) return false
  const isForThis =
    newest.bound_to === null ? withoutContent.includes(action) : isBoundTo(newest, boundTo)
  if (!isForThis) return false
  const { target } = newest
  const bound = { purpose: PURPOSE, target, memberId: member.id, nonce: undefined } as const
  return (await redeemCode(tx, { ...bound, code, wallNow })).state === 'right'
}

function isBoundTo({ bound_to: known }: { bound_to: Buffer | null }, boundTo: Buffer | undefined) {
  if (known === null || boundTo === undefined) return known === null && boundTo === undefined
  return known.equals(boundTo)
}

async function newestCode(tx: Tx, member: Member, wallNow: Date) {
  const targets = provedAddresses(member).map(({ target }) => target)
  if (targets.length === 0) return undefined
  return await tx
    .selectFrom('code')
    .select(['target', 'bound_to', 'created_at', 'used_at'])
    .where('purpose', '=', PURPOSE)
    .where('target', 'in', targets)
    .where('member_id', '=', member.id)
    .where('replaced_at', 'is', null)
    .where('expires_at', '>', wallNow)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
