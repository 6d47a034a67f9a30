import * as z from 'zod/mini'

import { operatorEndpoint } from '#operator/operator-endpoint.ts'
import { Proposal } from '#operator/proposal.ts'
import { deciders, queueNames, readers } from '#operator/rights.ts'
import { Person, Reason } from '#operator/words.ts'
import { Amount, Id, int, optional, Timestamp } from '#wire.ts'

/** Queues of what waits for people: each case is looked at, and accepted or rejected. */

const CASES_PER_PAGE_MAX = 100
const Queue = z.enum(queueNames)
const state = z.enum(['waiting', 'accepted', 'rejected', 'cancelled'])

const CaseRow = z.object({
  queue: Queue,
  id: z.int(),
  state,
  member_id: z.int(),
  member: z.string(),
  title: z.string(),
  amount: z.nullable(Amount),
  currency: z.nullable(z.int()),
  opened_at: Timestamp,
  due_at: z.nullable(Timestamp),
  /** Somebody has proposed to accept it: another operator is asked. */
  proposed: z.boolean(),
})

const Fact = z.object({ label: z.string(), value: z.string() })

export const HistoryLine = z.object({
  at: Timestamp,
  operator: Person,
  action: z.string(),
  /** How they decided, where it was a decision. */
  decision: z.nullable(z.string()),
  reason: z.string(),
})

export const listCases = operatorEndpoint({
  path: '/cases',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary:
    'Cases of a queue: the waiting ones oldest first, the decided ones newest first. Whose papers they are is said to those who decide them',
  request: {
    queue: Queue,
    show: optional(z.enum(['waiting', 'decided'])),
    page: optional(int(1, 100_000)),
    limit: optional(int(1, CASES_PER_PAGE_MAX)),
  },
  response: z.object({
    list: z.array(CaseRow),
    total: z.int(),
    page: z.int(),
    limit: z.int(),
  }),
  refusals: ['queue_closed'],
})

export const readCase = operatorEndpoint({
  path: '/case',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary:
    'One case with all that is known of it, its proposal and its history; names and numbers of papers for those who decide them; `before` is the message to go on before',
  request: { queue: Queue, id: Id, before: optional(Id) },
  response: z.extend(CaseRow, {
    facts: z.array(Fact),
    pictures: z.array(z.object({ id: z.string(), label: z.string() })),
    /** Where its member wrote to the house: the newest, oldest first; pictures are those of them. */
    messages: z.array(
      z.object({
        id: z.int(),
        from: z.enum(['member', 'house']),
        text: z.string(),
        at: Timestamp,
      }),
    ),
    /** There are older ones. */
    more_messages: z.boolean(),
    /** Where the reason of an acceptance is an answer: what to begin with, in the member's language. */
    answers: z.array(z.object({ name: z.string(), text: z.string() })),
    /** Accepting takes a second operator. */
    needs_two: z.boolean(),
    decides: z.boolean(),
    /** What happens after either decision, in words. */
    after_accept: z.string(),
    after_reject: z.string(),
    proposal: z.nullable(Proposal),
    history: z.array(HistoryLine),
  }),
  refusals: ['case_not_found', 'queue_closed'],
})

export const decideCase = operatorEndpoint({
  path: '/case/decide',
  method: 'POST',
  access: 'operator',
  roles: deciders,
  changes: true,
  summary:
    'Accept or reject a case. Where two are needed the first acceptance is a proposal and the second, by another operator, is the decision; the second names the proposal that it follows',
  request: {
    queue: Queue,
    id: Id,
    decision: z.enum(['accept', 'reject']),
    /** The one that waits, as it was seen: an acceptance without it is meant as the first of two. */
    proposal: optional(Id),
    /** Where its member writes to the house: the last message that was shown. */
    message: optional(Id),
    reason: Reason,
  },
  response: z.object({ outcome: z.enum(['accepted', 'rejected', 'proposed']) }),
  refusals: [
    'operator_not_allowed',
    'case_not_found',
    'case_decided',
    'case_changed',
    'member_frozen',
    'withdrawals_held',
    'withdrawals_stopped',
    'member_checked',
    'withdrawal_house_limit',
    'proposal_own',
    'proposal_pending',
    'proposal_decided',
    'queue_closed',
  ],
})

export const readCasePicture = operatorEndpoint({
  path: '/case/picture',
  method: 'POST',
  access: 'operator',
  roles: readers,
  changes: true,
  isLook: true,
  summary: 'A private picture of a case. Every view is in the audit log',
  request: {
    queue: Queue,
    id: Id,
    picture: z.string().check(z.minLength(1), z.maxLength(100), z.regex(/^[\w.-]+$/)),
    reason: Reason,
  },
  response: z.object({ type: z.string(), base64: z.string() }),
  refusals: ['case_not_found', 'picture_not_found', 'queue_closed', 'operator_not_allowed'],
})

export const caseCalls = { listCases, readCase, decideCase, readCasePicture }
