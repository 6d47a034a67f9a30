import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import * as z from 'zod/mini'

import type { Member } from '#modules/account/index.ts'
import { endSeller } from '#modules/offer/index.ts'
import type { OperatorCaller } from '#modules/operator/index.ts'
import { defineProposal } from '#modules/review/index.ts'

import { getCaseMember } from './case-member.ts'
import { aboutMember, type AskedAbout, nameOf, waitingAbout } from './proposals-about.ts'

/** One operator proposes that a member is no seller any more, another accepts. */

export async function proposeSellerEnd(tx: Tx, asked: AskedAbout) {
  const member = await getCaseMember(tx, asked.id)
  if (!member.is_seller) throw new Refusal('member_not_seller')
  const summary = `${nameOf(member)}, is no seller any more: every offer leaves the sale, the stock stays the member’s, and open deals go on to their end`
  const payload = { member_id: member.id }
  return await sellerEnd.propose(tx, { ...aboutMember(asked), payload, summary })
}

/** Whether the member sells, and the proposal that waits. */
export async function sellingOf(
  tx: Tx,
  { member, caller, now }: { member: Member; caller: OperatorCaller; now: Date },
) {
  const proposal = await waitingAbout(tx, [sellerEnd.kind], { id: member.id, caller, now })
  return { is_seller: member.is_seller, proposal }
}

/** The member reads why it was proposed. */
export const sellerEnd = defineProposal({
  kind: 'seller.end',
  payload: z.object({ member_id: z.int() }),
  async apply(tx, { payload: { member_id: memberId }, why: reason, operatorId, now, wallNow }) {
    await endSeller(tx, { memberId, reason, operatorId, now, wallNow })
  },
})
