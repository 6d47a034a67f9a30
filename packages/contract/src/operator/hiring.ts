import * as z from 'zod/mini'

import { operatorEndpoint } from '#operator/operator-endpoint.ts'
import { Proposal } from '#operator/proposal.ts'
import { proposalRoles, readers, roles } from '#operator/rights.ts'
import { Reason } from '#operator/words.ts'
import { Id, list, Nothing, paging, text, Timestamp } from '#wire.ts'

/** How operators come, change and go: proposed by one, accepted by another, never by whom it is about. */

const NAME_MAX = 60
const MAIL_MAX = 254

const Roles = z.array(z.enum(roles)).check(z.minLength(1), z.maxLength(roles.length))
const InvitationCode = text(64)

export const listOperators = operatorEndpoint({
  path: '/operators',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary: 'Operators, also those who left, newest first',
  request: paging,
  response: list(
    z.object({
      id: z.int(),
      name: z.string(),
      mail: z.string(),
      roles: z.array(z.enum(roles)),
      created_at: Timestamp,
      left_at: z.nullable(Timestamp),
    }),
  ),
  refusals: [],
})

export const proposeOperator = operatorEndpoint({
  path: '/operator/invite',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['operator.invite'],
  changes: true,
  summary: 'Propose a new operator: accepted by another one, the new one gets a mail with a code',
  request: {
    mail: z.string().check(z.trim(), z.toLowerCase(), z.email(), z.maxLength(MAIL_MAX)),
    name: text(NAME_MAX),
    roles: Roles,
    reason: Reason,
  },
  response: Proposal,
  refusals: ['operator_not_allowed', 'operator_exists', 'proposal_pending'],
})

export const proposeRoles = operatorEndpoint({
  path: '/operator/roles',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['operator.roles'],
  changes: true,
  summary: 'Propose other roles for an operator',
  request: { id: Id, roles: Roles, reason: Reason },
  response: Proposal,
  refusals: ['operator_not_allowed', 'operator_unknown', 'operators_too_few', 'proposal_pending'],
})

export const proposeClosing = operatorEndpoint({
  path: '/operator/close',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['operator.close'],
  changes: true,
  summary: 'Propose that an operator leaves: sessions end, what they did stays in the log',
  request: { id: Id, reason: Reason },
  response: Proposal,
  refusals: ['operator_not_allowed', 'operator_unknown', 'operators_too_few', 'proposal_pending'],
})

export const readInvitation = operatorEndpoint({
  path: '/invitation',
  method: 'POST',
  access: 'anyone',
  roles: [],
  changes: false,
  summary: 'What the code of a mail opens: who is invited, and the secret for their authenticator',
  request: { code: InvitationCode },
  response: z.object({
    mail: z.string(),
    name: z.string(),
    roles: z.array(z.enum(roles)),
    secret: z.string(),
    uri: z.string(),
    expires_at: Timestamp,
  }),
  refusals: ['invitation_unknown'],
})

export const acceptInvitation = operatorEndpoint({
  path: '/invitation/accept',
  method: 'POST',
  access: 'anyone',
  roles: [],
  changes: true,
  summary: 'Take the place: a password, and a code that shows that the authenticator is set up',
  request: {
    code: InvitationCode,
    password: z.string().check(z.minLength(1), z.maxLength(200)),
    repeat: z.string().check(z.maxLength(200)),
    totp: z.string().check(z.trim(), z.regex(/^\d{6}$/)),
  },
  response: Nothing,
  refusals: [
    'invitation_unknown',
    'operator_exists',
    'operator_totp_wrong',
    'password_rules',
    'passwords_differ',
    'password_weak',
  ],
})

export const hiringCalls = {
  listOperators,
  proposeOperator,
  proposeRoles,
  proposeClosing,
  readInvitation,
  acceptInvitation,
}
