import * as z from 'zod/mini'

import { HistoryLine } from '#operator/case.ts'
import { operatorEndpoint } from '#operator/operator-endpoint.ts'
import { Proposal } from '#operator/proposal.ts'
import { proposalRoles, readers } from '#operator/rights.ts'
import { Reason } from '#operator/words.ts'
import { Id, list, optional, paging, Timestamp } from '#wire.ts'

/** Groups of accounts that look like one person. A group only asks people. */

const group = {
  id: z.int(),
  /** What its accounts have in common. */
  by: z.enum(['inviter', 'payee', 'network']),
  state: z.enum(['found', 'held', 'dismissed', 'released']),
  /** 0 to 100, from the reasons. */
  score: z.int(),
  high: z.boolean(),
  size: z.int(),
  /** The group on hold that these accounts joined. */
  grown_of: z.nullable(z.int()),
  /** How many the reasons are about: with those of that group. */
  counted: z.int(),
  found_at: Timestamp,
  looked_at: Timestamp,
}

export const listGroups = operatorEndpoint({
  path: '/groups',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary:
    'Groups of accounts that look like one person: the highest score first, or the last decided',
  request: { ...paging, show: optional(z.enum(['waiting', 'decided'])) },
  response: list(z.object(group)),
  refusals: [],
})

export const readGroup = operatorEndpoint({
  path: '/group',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary: 'One group with the reasons, its first hundred members, and what was decided',
  request: { id: Id },
  response: z.object({
    ...group,
    reasons: z.array(
      z.object({
        sign: z.enum(['payee', 'network', 'device', 'joined', 'started', 'invited']),
        count: z.int(),
        points: z.int(),
      }),
    ),
    members: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        inviter_id: z.nullable(z.int()),
        joined_at: Timestamp,
      }),
    ),
    proposal: z.nullable(Proposal),
    history: z.array(HistoryLine),
    may_decide: z.boolean(),
  }),
  refusals: ['group_not_found'],
})

const decision = { id: Id, reason: Reason }

export const proposeHold = operatorEndpoint({
  path: '/group/hold',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['rewards.hold'],
  changes: true,
  summary: 'Propose that rewards of these members stay in reserve; another operator accepts',
  request: decision,
  response: Proposal,
  refusals: ['operator_not_allowed', 'group_not_found', 'group_changed', 'proposal_pending'],
})

export const proposeRelease = operatorEndpoint({
  path: '/group/release',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['rewards.release'],
  changes: true,
  summary: 'Propose that held rewards are paid in full; another operator accepts',
  request: decision,
  response: Proposal,
  refusals: ['operator_not_allowed', 'group_not_found', 'group_changed', 'proposal_pending'],
})

export const dismissGroup = operatorEndpoint({
  path: '/group/dismiss',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['rewards.hold'],
  changes: true,
  summary: 'Say that these are several people',
  request: decision,
  response: z.object({}),
  refusals: ['group_not_found', 'group_changed'],
})

export const sybilCalls = { listGroups, readGroup, proposeHold, proposeRelease, dismissGroup }
