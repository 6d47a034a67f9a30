import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import * as z from 'zod/mini'

import { displayName } from '#modules/account/index.ts'
import { endApiKeys } from '#modules/api-key/index.ts'
import type { OperatorCaller } from '#modules/operator/index.ts'
import { type Effect, findPending, getProposal, proposeOnce } from '#modules/review/index.ts'
import { factorsOf, removeFactors, whichFactors } from '#modules/security/index.ts'

import { getCaseMember } from './case-member.ts'

/**
 * The way back for who is shut out by a factor, of a lost device or of a thief: one operator proposes to
 * take all of them off, another accepts.
 */

const KIND = 'factors.remove'

export async function proposeFactorRemoval(
  tx: Tx,
  asked: { id: number; reason: string; caller: OperatorCaller; now: Date },
) {
  const { id, reason, caller, now } = asked
  const member = await getCaseMember(tx, id)
  const factors = await whichFactors(tx, id)
  const { passkeys, totp, recoveryCodes } = await factorsOf(tx, id)
  if (passkeys === 0 && !totp) throw new Refusal('invalid_request', { field: 'id' })
  const taken = [
    `passkeys: ${passkeys}`,
    `authenticator: ${totp ? 'yes' : 'no'}`,
    `recovery codes: ${recoveryCodes}`,
  ].join(', ')
  const summary = `Take off what ${displayName(member)}, member ${id}, confirms with (${taken}), and end every session and API key`
  const [subject, payload] = [subjectOf(id), { member_id: id, factors }]
  return await proposeOnce(tx, { kind: KIND, subject, payload, summary, reason, caller, now })
}

/** What the member confirms with, and the proposal that waits. */
export async function readFactors(
  tx: Tx,
  { id, caller, now }: { id: number; caller: OperatorCaller; now: Date },
) {
  const { passkeys, totp, recoveryCodes } = await factorsOf(tx, id)
  const pending = await findPending(tx, { kind: KIND, subject: subjectOf(id), now })
  return {
    passkeys,
    totp,
    recovery_codes: recoveryCodes,
    proposal: pending ? await getProposal(tx, { id: pending.id, caller, now }) : null,
  }
}

const Payload = z.object({ member_id: z.int(), factors: z.string() })

/** Of those that were proposed to be taken off. Whoever had a session could also have made a key. */
export const applyFactorRemoval: Effect = async (tx, { payload, now, wallNow }) => {
  const { member_id: memberId, factors: meant } = Payload.parse(payload)
  await removeFactors(tx, { memberId, meant, now, wallNow })
  await endApiKeys(tx, { memberId, wallNow })
}

function subjectOf(id: number): string {
  return `member ${id}`
}
