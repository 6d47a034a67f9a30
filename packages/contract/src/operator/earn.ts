import * as z from 'zod/mini'

import { operatorEndpoint } from '#operator/operator-endpoint.ts'
import { Proposal } from '#operator/proposal.ts'
import { proposalRoles, readers } from '#operator/rights.ts'
import { Reason } from '#operator/words.ts'
import { Amount, int, optional, Timestamp } from '#wire.ts'

/** What locks and funds are sold on, from when, and what is left behind them. */

const since = {
  effective_at: Timestamp,
  /** It is what is offered now; others come later. */
  is_current: z.boolean(),
}

export const listEarnTerms = operatorEndpoint({
  path: '/earn/terms',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary: 'Terms of the lock plan and of every fund, now and later, with the cover of their pools',
  request: {},
  response: z.object({
    lock: z.array(z.object({ days: z.int(), day_bps: z.int(), min: Amount, ...since })),
    funds: z.array(
      z.object({
        type: z.int(),
        day: z.int(),
        rate_bps: z.int(),
        min: Amount,
        max: Amount,
        enable: z.boolean(),
        start_at: Timestamp,
        ...since,
      }),
    ),
    cover: z.array(
      z.object({
        pool: z.enum(['lock', 'fund']),
        available: Amount,
        /** What a day sets aside: the mean of the last seven. */
        usual_day: Amount,
        /** For how many such days it lasts; unknown while nothing is sold. */
        days: z.nullable(z.int()),
      }),
    ),
  }),
  refusals: [],
})

const asked = { effective_at: Timestamp, reason: Reason }

export const proposeLockTerms = operatorEndpoint({
  path: '/earn/lock_terms',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['lock.terms'],
  changes: true,
  summary: 'Propose other terms of the lock plan; locks that run keep theirs',
  request: { days: int(1, 3650), day_bps: int(1, 10_000), min: Amount, ...asked },
  response: Proposal,
  refusals: ['operator_not_allowed', 'proposal_pending'],
})

export const proposeFundTerms = operatorEndpoint({
  path: '/earn/fund_terms',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['fund.terms'],
  changes: true,
  summary: 'Propose a fund, other terms of one, or its closing; what was bought keeps its terms',
  request: {
    type: int(1, 9),
    day: int(1, 3650),
    /** 0 closes it, and names none of its terms: they stay. */
    enable: int(0, 1),
    rate_bps: optional(int(1, 100_000)),
    min: optional(Amount),
    max: optional(Amount),
    start_at: optional(Timestamp),
    ...asked,
  },
  response: Proposal,
  refusals: ['operator_not_allowed', 'proposal_pending'],
})

export const earnCalls = { listEarnTerms, proposeLockTerms, proposeFundTerms }
