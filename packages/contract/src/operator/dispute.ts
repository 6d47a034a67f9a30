import * as z from 'zod/mini'

import { DealState, Side } from '#deal-rows.ts'
import { payWays } from '#payee.ts'
import { HistoryLine } from '#operator/case.ts'
import { operatorEndpoint } from '#operator/operator-endpoint.ts'
import { Proposal } from '#operator/proposal.ts'
import { proposalRoles, readers } from '#operator/rights.ts'
import { Reason } from '#operator/words.ts'
import { Amount, Id, int, LanguageCode, list, optional, Timestamp } from '#wire.ts'

/** Deals that operators decide: what both sides say and show, and what became of the escrow. */

const Dispute = z.object({
  id: z.int(),
  state: DealState,
  buyer: z.object({ id: z.int(), name: z.string() }),
  seller: z.object({ id: z.int(), name: z.string() }),
  number: Amount,
  fiat: Amount,
  way: z.enum(payWays),
  opened_at: Timestamp,
  /** Nobody, when it was time. */
  opened_by: z.nullable(Side),
  /** While it waits. */
  due_at: z.nullable(Timestamp),
  /** Of the escrow, once it is over. */
  to_buyer: z.nullable(Amount),
  /** A decision is proposed: another operator is asked. */
  proposed: z.boolean(),
})

/** Of the deals that somebody made last on this side. */
const Record = z.object({
  last: z.int(),
  finished: z.int(),
  cancelled: z.int(),
  disputed: z.int(),
  misuse: z.int(),
})

export const listDisputes = operatorEndpoint({
  path: '/disputes',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary: 'Disputes: those that wait, oldest first, or those that are over, newest first',
  request: {
    show: optional(z.enum(['waiting', 'decided'])),
    page: optional(int(1, 100_000)),
    limit: optional(int(1, 100)),
  },
  response: list(Dispute),
  refusals: [],
})

export const readDispute = operatorEndpoint({
  path: '/dispute',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary: 'One dispute with what both sides say and show. Every look at a picture is logged',
  request: { id: Id },
  response: z.extend(Dispute, {
    terms: z.string(),
    /** In what language each reads what operators write. */
    buyer_reads: LanguageCode,
    seller_reads: LanguageCode,
    buyer_statement: z.nullable(z.string()),
    seller_statement: z.nullable(z.string()),
    /** What an operator looks for before deciding, and whether it is there. */
    checklist: z.array(z.object({ label: z.string(), is_there: z.boolean() })),
    messages: z.array(
      z.object({ from: Side, text: z.string(), pic: z.nullable(z.string()), at: Timestamp }),
    ),
    pictures: z.array(z.object({ id: z.string(), label: z.string() })),
    timeline: z.array(z.object({ at: Timestamp, event: z.string() })),
    buyer_record: Record,
    seller_record: Record,
    /** The newest one. */
    proposal: z.nullable(Proposal),
    may_propose: z.boolean(),
    history: z.array(HistoryLine),
  }),
  refusals: ['deal_not_disputed'],
})

export const readDisputePicture = operatorEndpoint({
  path: '/dispute/picture',
  method: 'POST',
  access: 'operator',
  roles: [...proposalRoles['deal.decide'], 'auditor'],
  changes: true,
  isLook: true,
  summary: 'A private picture of a dispute. Every view is in the audit log',
  request: {
    id: Id,
    picture: z.string().check(z.minLength(1), z.maxLength(100), z.regex(/^[\w.-]+$/)),
    reason: Reason,
  },
  response: z.object({ type: z.string(), base64: z.string() }),
  refusals: ['deal_not_disputed', 'picture_not_found'],
})

export const proposeDealDecision = operatorEndpoint({
  path: '/dispute/decide',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['deal.decide'],
  changes: true,
  summary:
    'Propose which part of the escrow the buyer gets: 100 releases it, 0 returns it. Another operator accepts; both sides read the reason',
  request: { id: Id, buyer_percent: int(0, 100), reason: Reason },
  response: Proposal,
  refusals: ['operator_not_allowed', 'deal_not_disputed', 'proposal_pending'],
})

export const disputeCalls = { listDisputes, readDispute, readDisputePicture, proposeDealDecision }
