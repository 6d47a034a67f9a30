import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import * as z from 'zod/mini'

import { endApiKeys } from '#modules/api-key/index.ts'
import type { OperatorCaller } from '#modules/operator/index.ts'
import { defineProposal } from '#modules/review/index.ts'
import { factorsOf, removeFactors, whichFactors } from '#modules/security/index.ts'

import { getCaseMember } from './case-member.ts'
import { aboutMember, type AskedAbout, nameOf, waitingAbout } from './proposals-about.ts'

/**
 * The way back for who is shut out by a factor, of a lost device or of a thief: one operator proposes to
 * take all of them off, another accepts.
 */

export async function proposeFactorRemoval(tx: Tx, asked: AskedAbout) {
  const { id } = asked
  const member = await getCaseMember(tx, id)
  const factors = await whichFactors(tx, id)
  const { passkeys, totp, recoveryCodes } = await factorsOf(tx, id)
  if (passkeys === 0 && !totp) throw new Refusal('invalid_request', { field: 'id' })
  const taken = [
    `passkeys: ${passkeys}`,
    `authenticator: ${totp ? 'yes' : 'no'}`,
    `recovery codes: ${recoveryCodes}`,
  ].join(', ')
  const summary = `Take off what ${nameOf(member)}, confirms with (${taken}), and end every session and API key`
  const payload = { member_id: id, factors }
  return await factorRemoval.propose(tx, { ...aboutMember(asked), payload, summary })
}

/** What the member confirms with, and the proposal that waits. */
export async function readFactors(
  tx: Tx,
  { id, caller, now }: { id: number; caller: OperatorCaller; now: Date },
) {
  const { passkeys, totp, recoveryCodes } = await factorsOf(tx, id)
  return {
    passkeys,
    totp,
    recovery_codes: recoveryCodes,
    proposal: await waitingAbout(tx, [factorRemoval.kind], { id, caller, now }),
  }
}

/** Of those that were proposed to be taken off. Whoever had a session could also have made a key. */
export const factorRemoval = defineProposal({
  kind: 'factors.remove',
  payload: z.object({ member_id: z.int(), factors: z.string() }),
  async apply(tx, { payload: { member_id: memberId, factors: meant }, now, wallNow }) {
    await removeFactors(tx, { memberId, meant, now, wallNow })
    await endApiKeys(tx, { memberId, wallNow })
  },
})
