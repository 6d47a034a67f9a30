import * as z from 'zod/mini'

import { operatorEndpoint } from '#operator/operator-endpoint.ts'
import { Proposal } from '#operator/proposal.ts'
import { deciders, proposalRoles, readers } from '#operator/rights.ts'
import { Reason } from '#operator/words.ts'
import { int, Nothing, optional, Timestamp } from '#wire.ts'

/** Books against their outside: custody on the test chain, and the sandbox rails. */

/** A decimal of up to 18 places, with a sign: what a chain counts in. */
const Figure = z.string()

const Check = z.object({
  source: z.enum(['chain', 'rail:bank', 'rail:gateway']),
  currency: z.int(),
  /** The final block that was compared; null for a rail. */
  block: z.nullable(z.int()),
  books: Figure,
  outside: Figure,
  /** Outside less books. */
  difference: Figure,
  /** The difference that two operators have accepted as explained. */
  explained: Figure,
  /** Null: not known, as it was compared too long ago. */
  agrees: z.nullable(z.boolean()),
  checked_at: Timestamp,
  /** Since when it agrees, or does not. */
  since: Timestamp,
})

export const readOverview = operatorEndpoint({
  path: '/overview',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary: 'What needs a person now: alerts, stopped withdrawals, books against their outside',
  request: {},
  response: z.object({
    alerts: z.array(
      z.object({
        kind: z.enum([
          'mismatch',
          'standstill',
          'audit',
          'watcher_halted',
          'deposit_problem',
          'transaction_stuck',
          'rail_owed',
          'wrong_codes',
          'dispute_late',
        ]),
        text: z.string(),
        at: z.nullable(Timestamp),
      }),
    ),
    stops: z.array(
      z.object({
        /** Of a currency, or else of one member. */
        currency: z.nullable(z.int()),
        member_id: z.nullable(z.int()),
        /** Nothing of it is matched either. */
        matching: z.boolean(),
        reason: z.string(),
        at: Timestamp,
        proposal: z.nullable(Proposal),
      }),
    ),
    /** So many members more are stopped, who are not listed. */
    more_members: z.int(),
    may_propose: z.boolean(),
    /** What strangers sent to addresses of the house, the newest first. */
    arrivals: z.array(
      z.object({
        id: z.int(),
        currency: z.int(),
        amount: Figure,
        /** Empty for what no transfer tells of; then the hash is that of the block it was noticed at. */
        address: z.string(),
        tx_hash: z.string(),
        block: z.int(),
        /** booked: in suspense. found: custody does not have more for it. */
        state: z.enum(['found', 'booked']),
        found_at: Timestamp,
      }),
    ),
    checks: z.array(Check),
    chain: z.nullable(z.object({ name: z.string(), chain_id: z.int() })),
  }),
  refusals: [],
})

export const reconcileNow = operatorEndpoint({
  path: '/reconcile',
  method: 'POST',
  access: 'operator',
  roles: deciders,
  changes: true,
  summary: 'Compare the books with the chain and the rails now, instead of within the minute',
  request: {},
  response: Nothing,
  refusals: ['chain_unavailable', 'provider_unavailable'],
})

export const proposeResumingWithdrawals = operatorEndpoint({
  path: '/withdrawals/resume',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['withdrawals.resume'],
  changes: true,
  summary:
    'Propose to let withdrawals and trading of a currency, or else of a member, go again. A difference that is still there is accepted as explained with it; any other one stops them again',
  request: {
    currency: optional(int(1, 10_000)),
    member_id: optional(int(1, 2_147_483_647)),
    reason: Reason,
  },
  response: Proposal,
  refusals: [
    'operator_not_allowed',
    'withdrawals_not_stopped',
    'deposits_halted',
    'proposal_pending',
  ],
})

export const proposeResumingDeposits = operatorEndpoint({
  path: '/deposits/resume',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['deposits.resume'],
  changes: true,
  summary:
    'Propose to look for deposits again after a final block has changed: from the last block on, as the chain has it now. Withdrawals stay stopped, currency by currency',
  request: { reason: Reason },
  response: Proposal,
  refusals: [
    'operator_not_allowed',
    'deposits_not_halted',
    'chain_unavailable',
    'proposal_pending',
  ],
})

export const reconciliationCalls = {
  readOverview,
  reconcileNow,
  proposeResumingWithdrawals,
  proposeResumingDeposits,
}
