import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import * as z from 'zod/mini'

import { displayName, type Member } from '#modules/account/index.ts'
import type { OperatorCaller } from '#modules/operator/index.ts'
import { type Effect, findPending, getProposal, proposeOnce } from '#modules/review/index.ts'
import { freezeByHouse, unfreezeByHouse } from '#modules/security/index.ts'

import { getCaseMember } from './case-member.ts'

/** Freezing and unfreezing by two: one proposes, another accepts. */

type Asked = { id: number; reason: string; caller: OperatorCaller; now: Date }
type Kind = 'member.freeze' | 'member.unfreeze'

export async function proposeFreezing(tx: Tx, asked: Asked) {
  const member = await getCaseMember(tx, asked.id)
  if (member.frozen_by_house) throw new Refusal('account_frozen')
  return await proposeAbout(tx, 'member.freeze', `Freeze ${nameOf(member)}`, asked)
}

export async function proposeUnfreezing(tx: Tx, asked: Asked) {
  const member = await getCaseMember(tx, asked.id)
  if (member.frozen_at === null) throw new Refusal('member_not_frozen')
  const by = member.frozen_by_house ? 'two operators' : 'its owner'
  const summary = `Unfreeze ${nameOf(member)}, frozen by ${by}`
  return await proposeAbout(tx, 'member.unfreeze', summary, asked)
}

function nameOf(member: Member): string {
  return `${displayName(member)}, member ${member.id}`
}

async function proposeAbout(
  tx: Tx,
  kind: Kind,
  summary: string,
  { id, reason, caller, now }: Asked,
) {
  const [subject, payload] = [subjectOf(id), { member_id: id }]
  return await proposeOnce(tx, { kind, subject, payload, summary, reason, caller, now })
}

/** What waits for a second operator. */
export async function freezingOf(
  tx: Tx,
  { id, caller, now }: { id: number; caller: OperatorCaller; now: Date },
) {
  for (const kind of ['member.freeze', 'member.unfreeze'] as const) {
    const pending = await findPending(tx, { kind, subject: subjectOf(id), now })
    if (pending) return await getProposal(tx, { id: pending.id, caller, now })
  }
  return null
}

const Payload = z.object({ member_id: z.int() })

export const applyFreeze: Effect = async (tx, { payload, now, wallNow }) => {
  await freezeByHouse(tx, { memberId: Payload.parse(payload).member_id, now, wallNow })
}

export const applyUnfreeze: Effect = async (tx, { payload, wallNow }) => {
  await unfreezeByHouse(tx, { memberId: Payload.parse(payload).member_id, wallNow })
}

function subjectOf(id: number): string {
  return `member ${id}`
}
