import { Refusal } from '@btbc/contract/refusals.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'

import { type Member, getMember, provedAddress, provedAddresses } from '#modules/account/index.ts'
import { RESEND_S, type SendLimits, redeemCode, sendCode } from '#modules/session/index.ts'

/** The code that is sent to a member's proved address to confirm a risky call. */

const PURPOSE = 'withdraw'
/** A client without an Idempotency-Key that asks twice in a row means one code. */
const REPEAT_MS = 10_000

/** Sends it to the proved mail address, else to the proved phone. */
export async function sendConfirmationCode(
  tx: Tx,
  request: {
    memberId: number
    ip: string
    limits: SendLimits | undefined
    language: Language
    random: (bytes: number) => Buffer
    wallNow: Date
  },
): Promise<{ resend_s: number; channel: 'mail' | 'sms' }> {
  const { memberId, wallNow } = request
  const member = await getMember(tx, memberId)
  const to = provedAddress(member)
  if (!to) throw new Refusal('not_verified')
  const answer = { resend_s: RESEND_S, channel: to.channel }
  const newest = await newestCode(tx, member, wallNow)
  const ageMs = wallNow.getTime() - (newest?.created_at.getTime() ?? 0)
  if (newest?.target === to.target && newest.used_at === null && ageMs < REPEAT_MS) return answer
  const nothingAgreed = { agreed: undefined, termsVersion: undefined }
  await sendCode(tx, { ...request, ...nothingAgreed, purpose: PURPOSE, to, member })
  return answer
}

/** Whether this is the newest code sent to an address the member proved. Counts the try, uses it up. */
export async function redeemConfirmationCode(
  tx: Tx,
  attempt: { member: Member; code: string; wallNow: Date },
): Promise<boolean> {
  const { member, code, wallNow } = attempt
  const newest = await newestCode(tx, member, wallNow)
  if (!newest) return false
  const { target } = newest
  const bound = { purpose: PURPOSE, target, memberId: member.id, nonce: undefined } as const
  return (await redeemCode(tx, { ...bound, code, wallNow })).state === 'right'
}

async function newestCode(tx: Tx, member: Member, wallNow: Date) {
  const targets = provedAddresses(member).map(({ target }) => target)
  if (targets.length === 0) return undefined
  return await tx
    .selectFrom('code')
    .select(['target', 'created_at', 'used_at'])
    .where('purpose', '=', PURPOSE)
    .where('target', 'in', targets)
    .where('member_id', '=', member.id)
    .where('replaced_at', 'is', null)
    .where('expires_at', '>', wallNow)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
