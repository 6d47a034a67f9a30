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

const HOUSE = 'two operators'

export async function proposeFreezing(tx: Tx, asked: Asked) {
  const member = await getCaseMember(tx, asked.id)
  if (member.frozen_by_house) throw new Refusal('account_frozen')
  const payload = { member_id: member.id }
  const summary = `Freeze ${nameOf(member)}`
  return await proposeAbout(tx, { kind: 'member.freeze', payload, summary }, asked)
}

export async function proposeUnfreezing(tx: Tx, asked: Asked) {
  const member = await getCaseMember(tx, asked.id)
  if (member.frozen_at === null) throw new Refusal('member_not_frozen')
  const by = member.frozen_by_house ? HOUSE : 'its owner'
  const payload = { member_id: member.id, frozen_at: member.frozen_at.toISOString(), by }
  const summary = `Unfreeze ${nameOf(member)}, frozen by ${by}`
  return await proposeAbout(tx, { kind: 'member.unfreeze', payload, summary }, asked)
}

function nameOf(member: Member): string {
  return `${displayName(member)}, member ${member.id}`
}

async function proposeAbout(
  tx: Tx,
  act: { kind: Kind; payload: Readonly<Record<string, string | number>>; summary: string },
  { id, reason, caller, now }: Asked,
) {
  return await proposeOnce(tx, { ...act, subject: subjectOf(id), reason, caller, now })
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

const Meant = z.object({ member_id: z.int(), frozen_at: z.string(), by: z.string() })

/** Not of a freeze that came after it was proposed. */
export const applyUnfreeze: Effect = async (tx, { payload, wallNow }) => {
  const { member_id: memberId, frozen_at: frozenAt, by } = Meant.parse(payload)
  const meant = { frozenAt: new Date(frozenAt), isByHouse: by === HOUSE }
  await unfreezeByHouse(tx, { memberId, meant, wallNow })
}

function subjectOf(id: number): string {
  return `member ${id}`
}
