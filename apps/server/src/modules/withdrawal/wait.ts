import type { Tx } from '@btbc/database/database.ts'

import { DAY_MS } from '#platform/durations.ts'

import { addressReadyAt } from './chain/saved-address.ts'
import type { Limits, WithdrawalTerms } from './limits/terms.ts'

/** What a withdrawal to an address waits for before it is let go. */

/** By then operators have decided, or the withdrawal goes back by itself. */
export const DECIDE_MS = 3 * DAY_MS

/** Its address, people, or nothing. */
export type Wait = { releaseAt: Date; decideBy: Date | null; leavesNow: boolean }

export async function waitOf(
  tx: Tx,
  request: {
    memberId: number
    address: string
    worth: bigint
    terms: WithdrawalTerms
    limits: Limits
    now: Date
  },
): Promise<Wait> {
  const { now } = request
  const releaseAt = await addressReadyAt(tx, request)
  const decideBy = needsApproval(request) ? new Date(now.getTime() + DECIDE_MS) : null
  return { releaseAt, decideBy, leavesNow: decideBy === null && releaseAt <= now }
}

/** Many small ones are a large one. */
export function needsApproval(asked: {
  worth: bigint
  terms: WithdrawalTerms
  limits: Limits
}): boolean {
  return asked.worth + asked.limits.unreviewed >= asked.terms.approvalFrom
}
