import * as z from 'zod/mini'

import { operatorEndpoint } from '#operator/operator-endpoint.ts'
import { accepters, proposalKinds, readers } from '#operator/rights.ts'
import { Person, Reason } from '#operator/words.ts'
import { Id, list, optional, paging, Timestamp } from '#wire.ts'

/** What one operator proposes and another accepts. */

const state = z.enum(['pending', 'accepted', 'rejected', 'expired', 'withdrawn'])

/** One or more of them, with commas in between. */
const Kinds = z.string().check(
  z.maxLength(200),
  z.refine((text) => text.split(',').every((each) => proposalKinds.some((kind) => kind === each))),
)

export const Proposal = z.object({
  id: z.int(),
  kind: z.enum(proposalKinds),
  /** What it is about, such as `member 100007` or `pool:lock`. */
  subject: z.string(),
  /** What will happen when it is accepted, in words and exact figures. */
  summary: z.string(),
  reason: z.string(),
  state,
  made_by: Person,
  made_at: Timestamp,
  expires_at: Timestamp,
  decided_by: z.nullable(Person),
  decided_at: z.nullable(Timestamp),
  decision_reason: z.nullable(z.string()),
  /** Whether the caller may accept or reject it: of the right role, and not who made it. */
  decides: z.boolean(),
})

export const listProposals = operatorEndpoint({
  path: '/proposals',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary: 'Proposals, newest first',
  request: { ...paging, state: optional(state), kinds: optional(Kinds) },
  response: list(Proposal),
  refusals: [],
})

export const decideProposal = operatorEndpoint({
  path: '/proposal/decide',
  method: 'POST',
  access: 'operator',
  roles: accepters,
  changes: true,
  summary: 'Accept or reject what another operator proposed',
  request: { id: Id, decision: z.enum(['accept', 'reject']), reason: Reason },
  response: Proposal,
  refusals: [
    'operator_not_allowed',
    'proposal_not_found',
    'proposal_own',
    'proposal_decided',
    'case_decided',
    'member_frozen',
    'withdrawals_held',
    'withdrawals_stopped',
    'member_checked',
    'withdrawal_house_limit',
    'withdrawals_not_stopped',
    'withdrawals_stopped_anew',
    'deposits_halted',
    'nonce_not_stuck',
    'member_not_frozen',
    'member_changed',
    'member_not_seller',
    'group_not_found',
    'group_changed',
    'deposits_not_halted',
    'pool_source_short',
    'packet_over',
    'packet_not_open',
    'campaign_over',
    'campaign_overlap',
    'deal_not_disputed',
    'operator_exists',
    'operator_unknown',
    'operators_too_few',
    'proposal_about_you',
    'machine_known',
    'setting_built_on',
    'setting_moved',
    'setting_not_coming',
    'setting_taken',
    'contact_not_found',
    'contact_taken',
  ],
})

export const withdrawProposal = operatorEndpoint({
  path: '/proposal/withdraw',
  method: 'POST',
  access: 'operator',
  roles: accepters,
  changes: true,
  summary: 'Take back what one has proposed, as long as nobody has decided it',
  request: { id: Id, reason: optional(Reason) },
  response: Proposal,
  refusals: ['proposal_not_found', 'proposal_of_another', 'proposal_decided'],
})

export const proposalCalls = { listProposals, decideProposal, withdrawProposal }
