import * as z from 'zod/mini'

import { endpoint } from '#endpoint.ts'
import { Amount, Id, Nothing, Timestamp } from '#wire.ts'

/** A lock or a fund that has run its whole term: its member is asked whether it goes on, each time anew. */

const about = ['balances', 'funds', 'locks', 'solvency'] as const
const contract = { kind: z.enum(['lock', 'fund']), id: Id }

export const listRenewals = endpoint({
  path: '/earn/renewals',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about,
  summary: 'Locks and funds that ended within 30 days and ask whether they go on, newest first',
  request: {},
  response: z.object({
    list: z.array(
      z.object({
        kind: contract.kind,
        id: z.int(),
        amount: Amount,
        ended_at: Timestamp,
        /** The same amount on the terms of now; nothing when it cannot be bought. */
        offer: z.nullable(z.object({ days: z.int(), income: Amount, ends_at: Timestamp })),
      }),
    ),
    /** What the Earn wallet has: from there an amount comes first. */
    earn: Amount,
  }),
  refusals: [],
})

export const renewContract = endpoint({
  path: '/earn/renew',
  methods: ['POST'],
  access: 'member',
  changes: true,
  business: true,
  about,
  summary:
    'Put the amount of an ended lock or fund in again, from Earn and what that lacks from Spot',
  request: {
    ...contract,
    /** Income or yield of the whole term, and what comes from Earn, as they were shown: others are refused. */
    income: Amount,
    from_earn: Amount,
  },
  response: z.object({ id: z.int(), ends_at: Timestamp }),
  refusals: [
    'lock_not_found',
    'fund_not_found',
    'renewal_answered',
    'terms_changed',
    'lock_minimum',
    'fund_closed',
    'fund_not_open',
    'fund_minimum',
    'fund_maximum',
    'too_many_contracts',
    'insufficient_balance',
    'pool_refilling',
    'pool_share_held',
  ],
})

export const leaveContract = endpoint({
  path: '/earn/leave',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about,
  summary: 'Leave the amount of an ended lock or fund in Earn; it asks no more',
  request: contract,
  response: Nothing,
  refusals: ['lock_not_found', 'fund_not_found', 'renewal_answered'],
})

export const renewalCalls = { listRenewals, renewContract, leaveContract }
