import * as z from 'zod/mini'

import { operatorEndpoint } from '#operator/operator-endpoint.ts'
import { Proposal } from '#operator/proposal.ts'
import { readers } from '#operator/rights.ts'
import { timelineKinds } from '#operator/timeline-kinds.ts'
import { Person } from '#operator/words.ts'
import { Amount, Id, int, optional, text, Timestamp } from '#wire.ts'

/** Members as operators see them: masked, and their money never editable. */

const foundBy = [
  'number',
  'account',
  'mail',
  'phone',
  'named_phone',
  'code',
  'name',
  'wallet',
  'transaction',
  'order',
  'deal',
  'network',
] as const

export const findMembers = operatorEndpoint({
  path: '/members',
  method: 'POST',
  access: 'operator',
  roles: readers,
  changes: true,
  isLook: true,
  summary:
    'Members by what belongs to them: a number, the start of a mail address, a phone, an accepted name, a wallet, an order, a network. Written into the audit log',
  request: { query: text(254) },
  response: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      account_number: z.string(),
      joined_at: Timestamp,
      /** What of theirs was asked for. */
      by: z.enum(foundBy),
    }),
  ),
  refusals: [],
})

export const inspectMember = operatorEndpoint({
  path: '/member',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary:
    'One member: standing, balances, open sessions. Addresses are masked. Who looks is in the audit log, once an hour',
  request: { id: Id },
  response: z.object({
    id: z.int(),
    name: z.string(),
    account_number: z.string(),
    country: z.string(),
    joined_at: Timestamp,
    verified_at: z.nullable(Timestamp),
    /** What was granted for joining: until the identity is accepted its worth stays. */
    welcome: z.nullable(z.object({ btbc: Amount, launches: z.int(), at: Timestamp })),
    identity: z.enum(['none', 'pending', 'verified', 'rejected']),
    /** When an identity was accepted: from then on the member withdraws, claims and sells. */
    identity_at: z.nullable(Timestamp),
    frozen_at: z.nullable(Timestamp),
    frozen_by_house: z.boolean(),
    /** What comes before a sent code, and the proposal to take it off that waits, if there is one. */
    factors: z.object({
      passkeys: z.int(),
      totp: z.boolean(),
      recovery_codes: z.int(),
      proposal: z.nullable(Proposal),
    }),
    /** Whether the member sells USDT to others, and the proposal to end that, if one waits. */
    selling: z.object({ is_seller: z.boolean(), proposal: z.nullable(Proposal) }),
    withdrawals_held_until: z.nullable(Timestamp),
    /** What may still be withdrawn, in USDT. */
    limits: z.object({ day_left: Amount, month_left: Amount }),
    sessions: z.array(
      z.object({
        id: z.int(),
        device: z.string(),
        /** Not the address itself: what it has in common with its neighbours. */
        neighbourhood: z.string(),
        since: Timestamp,
        seen_at: Timestamp,
      }),
    ),
    notes: z.array(
      z.object({
        id: z.int(),
        kind: z.enum(['note', 'tag']),
        text: z.string(),
        made_by: Person,
        made_at: Timestamp,
      }),
    ),
    balances: z.array(
      z.object({
        wallet: z.string(),
        currency: z.int(),
        available: Amount,
        held: Amount,
      }),
    ),
    /** The proposal to freeze or to unfreeze that waits, if there is one. */
    proposal: z.nullable(Proposal),
    /** The contact of support that is the member’s own. */
    agent: z.nullable(z.int()),
    may_freeze: z.boolean(),
    may_note: z.boolean(),
  }),
  refusals: ['member_not_found'],
})

/** The desks that a line of the timeline leads to. */
const desks = ['identity', 'deposits', 'bank', 'coin', 'disputes', 'feedback'] as const

export const readTimeline = operatorEndpoint({
  path: '/member/timeline',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary:
    'Everything that happened to a member, newest first, paged by key. Who looks is in the audit log, once an hour',
  request: {
    id: Id,
    kind: optional(z.enum(timelineKinds)),
    /** What the page before said under `next`. */
    after: optional(text(1000)),
    limit: optional(int(1, 50)),
  },
  response: z.object({
    list: z.array(
      z.object({
        key: z.string(),
        kind: z.enum(timelineKinds),
        at: Timestamp,
        title: z.string(),
        detail: z.string(),
        amount: z.nullable(Amount),
        currency: z.nullable(z.int()),
        /** The case behind it. */
        desk: z.nullable(z.enum(desks)),
        case_id: z.nullable(z.int()),
      }),
    ),
    /** Where the next page begins; null at the end. */
    next: z.nullable(z.string()),
  }),
  refusals: ['member_not_found'],
})

export const memberCalls = { findMembers, inspectMember, readTimeline }
