import * as z from 'zod/mini'

import { operatorEndpoint } from '#operator/operator-endpoint.ts'
import { Proposal } from '#operator/proposal.ts'
import { proposalRoles, readers } from '#operator/rights.ts'
import { Reason } from '#operator/words.ts'
import { Amount, int } from '#wire.ts'

/** What the house has set aside, and filling it up. */

export const poolNames = [
  'mining',
  'welcome',
  'referral',
  'points',
  'lock',
  'fund',
  'campaign',
  'red_packet',
  'treasury',
] as const
export const poolSources = ['treasury', 'fees', 'issuance'] as const

export const listPools = operatorEndpoint({
  path: '/pools',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary: 'What every pool and every source of pools has available',
  request: {},
  response: z.array(
    z.object({
      name: z.union([z.enum(poolNames), z.enum(poolSources)]),
      currency: z.int(),
      currency_name: z.string(),
      available: Amount,
      /** The sources it may be filled from; none for a source that nothing fills. */
      sources: z.array(z.enum(poolSources)),
    }),
  ),
  refusals: [],
})

export const proposeFunding = operatorEndpoint({
  path: '/pool/fund',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['pool.fund'],
  changes: true,
  summary: 'Propose to fill a pool from the treasury, the fees or the issuance',
  request: {
    pool: z.enum(poolNames),
    currency: int(1, 10_000),
    from: z.enum(poolSources),
    amount: Amount,
    reason: Reason,
  },
  response: Proposal,
  refusals: ['operator_not_allowed', 'pool_unknown', 'pool_source_short', 'proposal_pending'],
})

export const poolCalls = { listPools, proposeFunding }
