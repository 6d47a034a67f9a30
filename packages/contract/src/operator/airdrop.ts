import * as z from 'zod/mini'

import { airdropPoolNames } from '#airdrop-rules.ts'
import { operatorEndpoint } from '#operator/operator-endpoint.ts'
import { Proposal } from '#operator/proposal.ts'
import { proposalRoles, readers } from '#operator/rights.ts'
import { Reason } from '#operator/words.ts'
import { Amount, Id, int, list, optional, paging, text, Timestamp } from '#wire.ts'

/** Airdrops: launches, points or BTBC for each member of a group that is written down. */

export const AIRDROP_MEMBERS_MAX = 250_000
const NUMBERS_MAX = 1_000
const AccountNumber = z.string().check(z.regex(/^[1-9]\d{8}$/))
const Day = z.iso.date()
const Yes = z.literal(true)

/**
 * Who is meant: every part narrows, without any it is all members. Nothing else can be said, so a group
 * is read by whoever accepts it as it was meant.
 */
export const AirdropGroup = z.strictObject({
  accepted_identity: z.optional(Yes),
  /** From the first moment of this day on, UTC. */
  joined_from: optional(Day),
  /** Before the first moment of this day, UTC. */
  joined_before: optional(Day),
  /** A run was started in the last 30 days. */
  active: z.optional(Yes),
  /** Whom the member of this account number has invited. */
  team_of: optional(AccountNumber),
  numbers: z.optional(z.array(AccountNumber).check(z.minLength(1), z.maxLength(NUMBERS_MAX))),
})

const Airdrop = {
  group: AirdropGroup,
  pool: z.enum(airdropPoolNames),
  currency: int(1, 10_000),
  /** For each member; launches and points are whole. */
  amount: Amount,
}

const Figures = {
  members: z.int(),
  /** Of the group, and left out as their accounts are frozen. */
  frozen: z.int(),
  total: Amount,
}

export const countAirdrop = operatorEndpoint({
  path: '/airdrop/count',
  method: 'POST',
  access: 'operator',
  roles: readers,
  changes: false,
  summary: 'How many members a group has now, and what an airdrop to them takes',
  request: { ...Airdrop },
  response: z.object({
    ...Figures,
    words: z.string(),
    /** BTBC that are set aside with points. */
    worth: Amount,
  }),
  refusals: ['pool_unknown', 'airdrop_number_unknown', 'airdrop_nobody', 'airdrop_too_many'],
})

export const listAirdrops = operatorEndpoint({
  path: '/airdrops',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary: 'Airdrops with how far they are, newest first',
  request: { ...paging },
  response: list(
    z.object({
      id: z.int(),
      title: z.string(),
      /** Who is meant, in words. */
      words: z.string(),
      state: z.enum(['proposed', 'dropped', 'open', 'ended']),
      pool: z.enum(airdropPoolNames),
      currency: z.int(),
      amount: Amount,
      ...Figures,
      given: z.int(),
      /** Frozen since it was proposed: their part goes back. */
      left_out: z.int(),
      /** Their rewards are held: their part stays set aside until the hold is undone. */
      held: z.int(),
      made_at: Timestamp,
      closed_at: z.nullable(Timestamp),
    }),
  ),
  refusals: [],
})

const Listed = list(z.object({ id: z.int(), account_number: z.string() }))

export const listAirdropMembers = operatorEndpoint({
  path: '/airdrop/members',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary: 'Who was written down for an airdrop when it was proposed',
  request: { id: Id, ...paging },
  response: Listed,
  refusals: ['airdrop_not_found'],
})

export const listLeftOut = operatorEndpoint({
  path: '/airdrop/left-out',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary: 'Who was left out of an airdrop since it was proposed',
  request: { id: Id, ...paging },
  response: Listed,
  refusals: ['airdrop_not_found'],
})

export const proposeAirdrop = operatorEndpoint({
  path: '/airdrop/propose',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['airdrop.publish'],
  changes: true,
  summary: 'Propose an airdrop: who is in the group now is written down, another operator accepts',
  request: {
    /** What it is for; members read it as it is written, in every language. */
    title: text(80),
    ...Airdrop,
    /** How many there are, as they were counted. */
    members: int(1, AIRDROP_MEMBERS_MAX),
    reason: Reason,
  },
  response: Proposal,
  refusals: [
    'operator_not_allowed',
    'pool_unknown',
    'pool_source_short',
    'airdrop_number_unknown',
    'airdrop_nobody',
    'airdrop_too_many',
    'airdrop_count_differs',
  ],
})

export const airdropCalls = {
  countAirdrop,
  listAirdrops,
  listAirdropMembers,
  listLeftOut,
  proposeAirdrop,
}
