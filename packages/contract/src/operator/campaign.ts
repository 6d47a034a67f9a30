import * as z from 'zod/mini'

import { PromisedPrize } from '#campaign.ts'
import { prizeKinds } from '#campaign-rules.ts'
import { operatorEndpoint } from '#operator/operator-endpoint.ts'
import { Proposal } from '#operator/proposal.ts'
import { proposalRoles, readers } from '#operator/rights.ts'
import { Reason } from '#operator/words.ts'
import { Amount, areLines, Id, int, list, optional, paging, text, Timestamp } from '#wire.ts'

/** Campaigns as the house sees them, and proposing one. */

const PRIZES_MAX = 12
const RULES_MAX = 4_000
const MANY = 1_000_000

/** Of several lines. */
const Rules = z.string().check(z.trim(), z.minLength(1), z.maxLength(RULES_MAX), areLines)

const NewPrize = z.object({
  kind: z.enum(prizeKinds),
  low: int(1, MANY),
  high: optional(int(1, MANY)),
  most: int(1, MANY),
  usdt: Amount,
  usdt_most: optional(Amount),
  btbc: Amount,
})

const Budget = z.object({
  currency: z.int(),
  budget: Amount,
  awarded: Amount,
  paid: Amount,
  returned: Amount,
})

export const listHouseCampaigns = operatorEndpoint({
  path: '/campaigns',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary: 'Campaigns with their budgets, newest first',
  request: { ...paging },
  response: list(
    z.object({
      id: z.int(),
      title: z.string(),
      state: z.enum(['proposed', 'dropped', 'open', 'ended', 'closed']),
      starts_at: Timestamp,
      ends_at: Timestamp,
      vests_at: z.nullable(Timestamp),
      budgets: z.array(Budget),
      seed_hash: z.string(),
    }),
  ),
  refusals: [],
})

export const readHouseCampaign = operatorEndpoint({
  path: '/campaign/whole',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary: 'What a campaign promises, also one that is only proposed: its rules and its prizes',
  request: { id: Id },
  response: z.object({
    rules: z.string(),
    /** When BTBC of prizes is paid; at the end where there is none. */
    vests_at: z.nullable(Timestamp),
    prizes: z.array(PromisedPrize),
  }),
  refusals: ['campaign_not_found'],
})

export const proposeCampaign = operatorEndpoint({
  path: '/campaign/propose',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['campaign.publish'],
  changes: true,
  summary: 'Propose a campaign: accepted by another operator, all it may cost is set aside',
  request: {
    title: text(80),
    /** Shown as they are written, in every language. */
    rules: Rules,
    starts_at: Timestamp,
    ends_at: Timestamp,
    /** When BTBC of prizes is paid; at the end without it. */
    vests_at: optional(Timestamp),
    prizes: z.array(NewPrize).check(z.minLength(1), z.maxLength(PRIZES_MAX)),
    reason: Reason,
  },
  response: Proposal,
  refusals: [
    'operator_not_allowed',
    'pool_source_short',
    'campaign_dates',
    'campaign_overlap',
    'campaign_prizes',
    'campaign_draw_entrants',
  ],
})

export const campaignOperatorCalls = { listHouseCampaigns, readHouseCampaign, proposeCampaign }
