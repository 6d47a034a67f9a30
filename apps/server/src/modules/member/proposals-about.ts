import type { ProposalKind } from '@btbc/contract/operator/rights.ts'
import type { Tx } from '@btbc/database/database.ts'

import { displayName, type Member } from '#modules/account/index.ts'
import type { OperatorCaller } from '#modules/operator/index.ts'
import { findPending, getProposal } from '#modules/review/index.ts'

/** What operators propose about one member: of each kind one waits at a time. */

export type AskedAbout = { id: number; reason: string; caller: OperatorCaller; now: Date }

/** What a proposal has of that. */
export function aboutMember({ id, reason, caller, now }: AskedAbout) {
  return { subject: subjectOf(id), reason, caller, now }
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
