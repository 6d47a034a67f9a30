import * as z from 'zod/mini'

import { operatorEndpoint } from '#operator/operator-endpoint.ts'
import { Proposal } from '#operator/proposal.ts'
import { deciders, proposalRoles } from '#operator/rights.ts'
import { Reason } from '#operator/words.ts'
import { areLines, Id, optional, text } from '#wire.ts'

/** What operators do about a member. None of it touches a balance. */

const NOTE_MAX = 1000

const Note = z.string().check(z.trim(), z.minLength(1), z.maxLength(NOTE_MAX), areLines)

export const writeNote = operatorEndpoint({
  path: '/member/note',
  method: 'POST',
  access: 'operator',
  roles: deciders,
  changes: true,
  summary: 'Write something down about a member, for other operators. A tag has 30 letters at most',
  request: { id: Id, kind: z.enum(['note', 'tag']), text: Note },
  response: z.object({ note: z.int() }),
  refusals: ['member_not_found'],
})

export const withdrawNote = operatorEndpoint({
  path: '/member/note/withdraw',
  method: 'POST',
  access: 'operator',
  roles: deciders,
  changes: true,
  summary: 'Withdraw a note or a tag: it stays in the timeline with who did so and why',
  request: { note: Id, reason: Reason },
  response: z.object({}),
  refusals: ['note_not_found'],
})

export const endMemberSessions = operatorEndpoint({
  path: '/member/sessions/end',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['member.freeze'],
  changes: true,
  summary: 'End one session of a member, or all of them; the member is told',
  request: { id: Id, session: optional(Id), reason: Reason },
  response: z.object({ ended: z.int() }),
  refusals: ['member_not_found', 'session_not_found'],
})

export const changeCountry = operatorEndpoint({
  path: '/member/country',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['member.freeze'],
  changes: true,
  summary: 'Change the country of a member, who cannot change it alone; the member is told',
  request: { id: Id, country: text(2), reason: Reason },
  response: z.object({ country: z.string() }),
  refusals: ['member_not_found'],
})

export const proposeFreezing = operatorEndpoint({
  path: '/member/freeze',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['member.freeze'],
  changes: true,
  summary: 'Propose to freeze an account; another operator accepts, and two of them unfreeze it',
  request: { id: Id, reason: Reason },
  response: Proposal,
  refusals: ['operator_not_allowed', 'member_not_found', 'member_frozen', 'proposal_pending'],
})

export const proposeUnfreezing = operatorEndpoint({
  path: '/member/unfreeze',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['member.unfreeze'],
  changes: true,
  summary: 'Propose to unfreeze an account, whoever froze it; another operator accepts',
  request: { id: Id, reason: Reason },
  response: Proposal,
  refusals: ['operator_not_allowed', 'member_not_found', 'member_not_frozen', 'proposal_pending'],
})

export const proposeFactorRemoval = operatorEndpoint({
  path: '/member/factors/remove',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['factors.remove'],
  changes: true,
  summary:
    'Propose to take off the passkeys, the authenticator and the recovery codes of a member; another operator accepts',
  request: { id: Id, reason: Reason },
  response: Proposal,
  refusals: ['operator_not_allowed', 'member_not_found', 'proposal_pending'],
})

export const proposeSellerEnd = operatorEndpoint({
  path: '/member/seller/end',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['seller.end'],
  changes: true,
  summary:
    'Propose that a member is no seller any more; another operator accepts. The offers leave the sale, their stock stays the member’s, deals go on to their end',
  request: { id: Id, reason: Reason },
  response: Proposal,
  refusals: ['operator_not_allowed', 'member_not_found', 'member_not_seller', 'proposal_pending'],
})

export const memberActCalls = {
  writeNote,
  withdrawNote,
  endMemberSessions,
  changeCountry,
  proposeFreezing,
  proposeUnfreezing,
  proposeFactorRemoval,
  proposeSellerEnd,
}
