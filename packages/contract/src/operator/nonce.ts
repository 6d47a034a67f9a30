import * as z from 'zod/mini'

import { operatorEndpoint } from '#operator/operator-endpoint.ts'
import { Proposal } from '#operator/proposal.ts'
import { proposalRoles, readers } from '#operator/rights.ts'
import { Reason } from '#operator/words.ts'
import { Id, Timestamp } from '#wire.ts'

/** Transactions of the house that no block takes, and that everything of their key waits behind. */

export const listStuckNonces = operatorEndpoint({
  path: '/nonces',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary: 'Of each key the transaction that no block takes and that holds up the others',
  request: {},
  response: z.object({
    stuck: z.array(
      z.object({
        id: z.int(),
        purpose: z.string(),
        key: z.string(),
        nonce: z.int(),
        /** Others of the key that are signed and wait behind it. */
        waiting: z.int(),
        problem: z.string(),
        signed_at: Timestamp,
        /** Two operators have agreed, and the chain has not answered yet. */
        is_replaced: z.boolean(),
        proposal: z.nullable(Proposal),
      }),
    ),
    may_propose: z.boolean(),
  }),
  refusals: [],
})

export const proposeReplacingNonce = operatorEndpoint({
  path: '/nonces/replace',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['nonce.replace'],
  changes: true,
  summary:
    'Propose to take the nonce of a stuck transaction for an empty one. Whichever of the two is final counts; what was never mined goes back to who wanted it',
  request: { id: Id, reason: Reason },
  response: Proposal,
  refusals: ['operator_not_allowed', 'nonce_not_stuck', 'proposal_pending'],
})

export const nonceCalls = { listStuckNonces, proposeReplacingNonce }
