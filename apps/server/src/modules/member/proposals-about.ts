import type { ProposalKind } from '@btbc/contract/operator/rights.ts'
import type { Tx } from '@btbc/database/database.ts'

import { displayName, type Member } from '#modules/account/index.ts'
import type { OperatorCaller } from '#modules/operator/index.ts'
import { findPending, getProposal, proposeOnce } from '#modules/review/index.ts'

/** What operators propose about one member: of each kind one waits at a time. */

export type AskedAbout = { id: number; reason: string; caller: OperatorCaller; now: Date }

type Act = {
  kind: ProposalKind
  payload: Readonly<Record<string, string | number>>
  summary: string
}

export async function proposeAbout(
  tx: Tx,
  { kind, payload, summary }: Act,
  { id, reason, caller, now }: AskedAbout,
) {
  const about = { subject: subjectOf(id), payload: { member_id: id, ...payload } }
  return await proposeOnce(tx, { kind, summary, ...about, reason, caller, now })
}

/** The first of these kinds that waits for a second operator. */
export async function waitingAbout(
  tx: Tx,
  kinds: readonly ProposalKind[],
  { id, caller, now }: Omit<AskedAbout, 'reason'>,
) {
  for (const kind of kinds) {
    const pending = await findPending(tx, { kind, subject: subjectOf(id), now })
    if (pending) return await getProposal(tx, { id: pending.id, caller, now })
  }
  return null
}

/** As operators read it. */
export function nameOf(member: Member): string {
  return `${displayName(member)}, member ${member.id}`
}

function subjectOf(id: number): string {
  return `member ${id}`
}
