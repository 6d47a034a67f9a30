import {
  accepters,
  isAllowed,
  proposalRoles,
  queueRoles,
  type Role,
  urgencies,
  type Urgency,
  type Work,
} from '@btbc/contract/operator/rights.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import type { listWaiting as listWaitingCall } from '@btbc/contract/operator/report.ts'
import type { Tx } from '@btbc/database/database.ts'

import { findWaitingDisputes } from '#modules/deal/index.ts'
import type { OperatorCaller } from '#modules/operator/index.ts'
import { findWaitingProposals, type Queues } from '#modules/review/index.ts'
import { HOUR_MS } from '#platform/durations.ts'

/** What waits for somebody of the house, wherever it comes from, and what of it comes first. */

export type Waiting = {
  work: Work
  waiting: number
  oldestAt: Date | undefined
  /** By when the oldest was promised an answer. */
  dueAt: Date | undefined
  /** USDT of members that wait with it. */
  held: bigint | undefined
}

export async function listWaiting(
  tx: Tx,
  { queues, now }: { queues: Queues; now: Date },
): Promise<Waiting[]> {
  const found: Waiting[] = []
  for (const queue of queues) {
    const { list, total } = await queue.list(tx, { show: 'waiting', page: 1, limit: 1 })
    const held = await queue.held?.(tx)
    const [oldest] = list
    const { openedAt: oldestAt, dueAt } = oldest ?? {}
    found.push({ work: queue.name, waiting: total, oldestAt, dueAt, held })
  }
  found.push({ work: 'dispute', ...(await findWaitingDisputes(tx)) })
  found.push({ work: 'proposal', ...(await findWaitingProposals(tx, now)), held: undefined })
  return found.toSorted((one, another) => beforeAt(one, another, now))
}

/** 2: money of members waits. 1: something of the house does. 0: somebody waits for an answer. */
const risks: Readonly<Record<Work, 0 | 1 | 2>> = {
  dispute: 2,
  coin_withdrawal: 2,
  bank_withdrawal: 2,
  bank_deposit: 2,
  proposal: 1,
  identity: 0,
  seller: 0,
  feedback: 0,
  campaign_claim: 0,
}

const SOON_MS = 4 * HOUR_MS

export function urgencyOf({ waiting, dueAt }: Waiting, now: Date): Urgency {
  if (waiting === 0) return 'none'
  const leftMs = dueAt ? dueAt.getTime() - now.getTime() : Infinity
  if (leftMs <= 0) return 'late'
  return leftMs <= SOON_MS ? 'soon' : 'waits'
}

/**
 * What comes first: what is late, then what soon will be, then the rest. Among the same, what has more
 * at risk: members' money, then the house, then people alone. Among the same again, the oldest.
 */
export function beforeAt(one: Waiting, another: Waiting, now: Date): number {
  const urgency = (each: Waiting) => urgencies.indexOf(urgencyOf(each, now))
  const since = ({ oldestAt }: Waiting) => oldestAt?.getTime() ?? 0
  return (
    urgency(one) - urgency(another) ||
    risks[another.work] - risks[one.work] ||
    since(one) - since(another)
  )
}

export async function describeWaiting(
  tx: Tx,
  { queues, caller, now }: { queues: Queues; caller: OperatorCaller; now: Date },
): Promise<Response<typeof listWaitingCall>> {
  const found = await listWaiting(tx, { queues, now })
  return found.map((each) => ({
    work: each.work,
    waiting: each.waiting,
    oldest_at: each.oldestAt ?? null,
    due_at: each.dueAt ?? null,
    held: each.held ?? null,
    urgency: urgencyOf(each, now),
    decides: isAllowed(caller.roles, rolesOf(each.work)),
  }))
}

function rolesOf(work: Work): readonly Role[] {
  if (work === 'proposal') return accepters
  return work === 'dispute' ? proposalRoles['deal.decide'] : queueRoles[work]
}
