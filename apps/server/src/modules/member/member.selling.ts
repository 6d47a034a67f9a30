import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import * as z from 'zod/mini'

import type { Member } from '#modules/account/index.ts'
import { endSeller } from '#modules/offer/index.ts'
import type { OperatorCaller } from '#modules/operator/index.ts'
import type { Effect } from '#modules/review/index.ts'

import { getCaseMember } from './case-member.ts'
import { type AskedAbout, nameOf, proposeAbout, waitingAbout } from './proposals-about.ts'

/** One operator proposes that a member is no seller any more, another accepts. */

const KIND = 'seller.end'

export async function proposeSellerEnd(tx: Tx, asked: AskedAbout) {
  const member = await getCaseMember(tx, asked.id)
  if (!member.is_seller) throw new Refusal('member_not_seller')
  const summary = `${nameOf(member)}, is no seller any more: every offer leaves the sale, the stock stays the member’s, and open deals go on to their end`
  return await proposeAbout(tx, { kind: KIND, payload: {}, summary }, asked)
}

/** Whether the member sells, and the proposal that waits. */
export async function sellingOf(
  tx: Tx,
  { member, caller, now }: { member: Member; caller: OperatorCaller; now: Date },
) {
  const proposal = await waitingAbout(tx, [KIND], { id: member.id, caller, now })
  return { is_seller: member.is_seller, proposal }
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
