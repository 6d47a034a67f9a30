import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import * as z from 'zod/mini'

import type { Effect } from '#modules/review/index.ts'
import { freezeByHouse, unfreezeByHouse } from '#modules/security/index.ts'

import { getCaseMember } from './case-member.ts'
import { type AskedAbout, nameOf, proposeAbout, waitingAbout } from './proposals-about.ts'

/** Freezing and unfreezing by two: one proposes, another accepts. */

const HOUSE = 'two operators'

export async function proposeFreezing(tx: Tx, asked: AskedAbout) {
  const member = await getCaseMember(tx, asked.id)
  if (member.frozen_by_house) throw new Refusal('member_frozen')
  const summary = `Freeze ${nameOf(member)}`
  return await proposeAbout(tx, { kind: 'member.freeze', payload: {}, summary }, asked)
}

export async function proposeUnfreezing(tx: Tx, asked: AskedAbout) {
  const member = await getCaseMember(tx, asked.id)
  if (member.frozen_at === null) throw new Refusal('member_not_frozen')
  const by = member.frozen_by_house ? HOUSE : 'its owner'
  const payload = { frozen_at: member.frozen_at.toISOString(), by }
  const summary = `Unfreeze ${nameOf(member)}, frozen by ${by}`
  return await proposeAbout(tx, { kind: 'member.unfreeze', payload, summary }, asked)
}

/** What waits for a second operator. */
export async function freezingOf(tx: Tx, asked: Omit<AskedAbout, 'reason'>) {
  return await waitingAbout(tx, ['member.freeze', 'member.unfreeze'], asked)
}

const Payload = z.object({ member_id: z.int() })

export const applyFreeze: Effect = async (tx, { payload, now, wallNow }) => {
  await freezeByHouse(tx, { memberId: Payload.parse(payload).member_id, now, wallNow })
}

const Meant = z.object({ member_id: z.int(), frozen_at: z.string(), by: z.string() })

/** Not of a freeze that came after it was proposed. */
export const applyUnfreeze: Effect = async (tx, { payload, wallNow }) => {
  const { member_id: memberId, frozen_at: frozenAt, by } = Meant.parse(payload)
  const meant = { frozenAt: new Date(frozenAt), isByHouse: by === HOUSE }
  await unfreezeByHouse(tx, { memberId, meant, wallNow })
}
