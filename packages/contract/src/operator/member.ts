import * as z from 'zod/mini'

import { operatorEndpoint } from '#operator/operator-endpoint.ts'
import { Proposal } from '#operator/proposal.ts'
import { proposalRoles, readers } from '#operator/rights.ts'
import { Reason } from '#operator/words.ts'
import { Amount, Id, text, Timestamp } from '#wire.ts'

/** Members as operators see them: masked, and never editable. */

export const findMembers = operatorEndpoint({
  path: '/members',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary: 'The member with exactly this id, account number, mail address or phone',
  request: { query: text(254) },
  response: z.array(
    z.object({ id: z.int(), name: z.string(), account_number: z.string(), joined_at: Timestamp }),
  ),
  refusals: [],
})

export const inspectMember = operatorEndpoint({
  path: '/member',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary: 'One member: standing, balances, open sessions. Addresses are masked',
  request: { id: Id },
  response: z.object({
    id: z.int(),
    name: z.string(),
    account_number: z.string(),
    country: z.string(),
    joined_at: Timestamp,
    verified_at: z.nullable(Timestamp),
    identity: z.enum(['none', 'pending', 'verified', 'rejected']),
    frozen_at: z.nullable(Timestamp),
    withdrawals_held_until: z.nullable(Timestamp),
    sessions: z.int(),
    balances: z.array(
      z.object({
        wallet: z.string(),
        currency: z.int(),
        available: Amount,
        held: Amount,
      }),
    ),
    /** The proposal to unfreeze that waits, if there is one. */
    proposal: z.nullable(Proposal),
    may_unfreeze: z.boolean(),
  }),
  refusals: ['member_not_found'],
})

export const proposeUnfreezing = operatorEndpoint({
  path: '/member/unfreeze',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['member.unfreeze'],
  changes: true,
  summary: 'Propose to unfreeze an account whose owner froze it; another operator accepts',
  request: { id: Id, reason: Reason },
  response: Proposal,
  refusals: ['operator_not_allowed', 'member_not_found', 'member_not_frozen', 'proposal_pending'],
})

export const memberCalls = { findMembers, inspectMember, proposeUnfreezing }
