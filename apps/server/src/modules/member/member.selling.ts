import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import * as z from 'zod/mini'

import { displayName, type Member } from '#modules/account/index.ts'
import { endSeller } from '#modules/offer/index.ts'
import type { OperatorCaller } from '#modules/operator/index.ts'
import { type Effect, findPending, getProposal, proposeOnce } from '#modules/review/index.ts'

import { getCaseMember } from './case-member.ts'

/** One operator proposes that a member is no seller any more, another accepts. */

const KIND = 'seller.end'

export async function proposeSellerEnd(
  tx: Tx,
  asked: { id: number; reason: string; caller: OperatorCaller; now: Date },
) {
  const { id, reason, caller, now } = asked
  const member = await getCaseMember(tx, id)
  if (!member.is_seller) throw new Refusal('member_not_seller')
  const summary = `${displayName(member)}, member ${id}, is no seller any more: every offer leaves the sale, the stock stays the member’s, and open deals go on to their end`
  const [subject, payload] = [subjectOf(id), { member_id: id }]
  return await proposeOnce(tx, { kind: KIND, subject, payload, summary, reason, caller, now })
}

/** Whether the member sells, and the proposal that waits. */
export async function sellingOf(
  tx: Tx,
  { member, caller, now }: { member: Member; caller: OperatorCaller; now: Date },
) {
  const pending = await findPending(tx, { kind: KIND, subject: subjectOf(member.id), now })
  return {
    is_seller: member.is_seller,
    proposal: pending ? await getProposal(tx, { id: pending.id, caller, now }) : null,
  }
}

const Payload = z.object({ member_id: z.int() })

/** The member reads why it was proposed. */
export const applySellerEnd: Effect = async (
  tx,
  { payload, why: reason, operatorId, now, wallNow },
) => {
  const memberId = Payload.parse(payload).member_id
  await endSeller(tx, { memberId, reason, operatorId, now, wallNow })
}

function subjectOf(id: number): string {
  return `member ${id}`
}
