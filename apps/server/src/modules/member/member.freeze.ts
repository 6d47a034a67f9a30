import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import * as z from 'zod/mini'

import { defineProposal } from '#modules/review/index.ts'
import { freezeByHouse, unfreezeByHouse } from '#modules/security/index.ts'

import { getCaseMember } from './case-member.ts'
import { aboutMember, type AskedAbout, nameOf, waitingAbout } from './proposals-about.ts'

/** Freezing and unfreezing by two: one proposes, another accepts. */

const HOUSE = 'two operators'

export async function proposeFreezing(tx: Tx, asked: AskedAbout) {
  const member = await getCaseMember(tx, asked.id)
  if (member.frozen_by_house) throw new Refusal('member_frozen')
  const payload = { member_id: member.id }
  const summary = `Freeze ${nameOf(member)}`
  return await memberFreeze.propose(tx, { ...aboutMember(asked), payload, summary })
}

export async function proposeUnfreezing(tx: Tx, asked: AskedAbout) {
  const member = await getCaseMember(tx, asked.id)
  if (member.frozen_at === null) throw new Refusal('member_not_frozen')
  const by = member.frozen_by_house ? HOUSE : 'its owner'
  const payload = { member_id: member.id, frozen_at: member.frozen_at.toISOString(), by }
  const summary = `Unfreeze ${nameOf(member)}, frozen by ${by}`
  return await memberUnfreeze.propose(tx, { ...aboutMember(asked), payload, summary })
}

/** What waits for a second operator. */
export async function freezingOf(tx: Tx, asked: Omit<AskedAbout, 'reason'>) {
  return await waitingAbout(tx, [memberFreeze.kind, memberUnfreeze.kind], asked)
}

export const memberFreeze = defineProposal({
  kind: 'member.freeze',
  payload: z.object({ member_id: z.int() }),
  async apply(tx, { payload: { member_id: memberId }, now, wallNow }) {
    await freezeByHouse(tx, { memberId, now, wallNow })
  },
})

/** Not of a freeze that came after it was proposed. */
export const memberUnfreeze = defineProposal({
  kind: 'member.unfreeze',
  payload: z.object({ member_id: z.int(), frozen_at: z.string(), by: z.string() }),
  async apply(tx, { payload: { member_id: memberId, frozen_at: frozenAt, by }, wallNow }) {
    const meant = { frozenAt: new Date(frozenAt), isByHouse: by === HOUSE }
    await unfreezeByHouse(tx, { memberId, meant, wallNow })
  },
})
