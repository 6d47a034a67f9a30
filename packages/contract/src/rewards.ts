import * as z from 'zod/mini'

import { endpoint, SAME_WITHIN_S } from '#endpoint.ts'
import { Amount, optional, Timestamp } from '#wire.ts'

/** From mined to claimed: what is unclaimed, what of it is on the test chain, and the claim itself. */

const FeeIn = z.enum(['USDT', 'BTBC'])

export const readOutput = endpoint({
  path: '/machine/has_reward',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['output', 'runs', 'identity'],
  summary: 'Unclaimed output, what of it can be claimed now, and the fee of the next claim',
  request: {},
  response: z.object({
    receive_amount: Amount,
    can_receive: Amount,
    /** Percent of the unclaimed output that can be claimed, '0' to '100'. */
    receive_rate: z.string(),
    /** What a claim costs that does not say how it pays. */
    fee: z.object({ currency: z.int(), amount: Amount }),
    /** What it costs either way; nothing the first time. */
    fees: z.object({ USDT: Amount, BTBC: Amount }),
    /** What each claim after this one costs. */
    later_fees: z.object({ USDT: Amount, BTBC: Amount }),
    /** In a batch that is on its way to the chain. */
    on_its_way: Amount,
    next_mint_at: z.nullable(Timestamp),
    /** Why nothing can be claimed now, as the claim would say it. */
    blocked: z.nullable(
      z.enum([
        'claim_needs_identity',
        'identity_pending',
        'claim_not_on_chain',
        'claim_unavailable',
      ]),
    ),
  }),
  refusals: [],
})

export const claimOutput = endpoint({
  path: '/machine/reward',
  methods: ['GET', 'POST'],
  access: 'member',
  changes: true,
  about: ['output', 'balances', 'launches'],
  sameWithin_s: SAME_WITHIN_S,
  summary: 'Claim BTBC that is on the test chain; free the first time, 10 USDT or its worth after',
  request: {
    amount: Amount,
    /** How the fee is paid; by default in USDT, and from the claim when there is too little. */
    fee_in: optional(FeeIn),
    /** The fee as it was shown: another one is refused. */
    fee: optional(Amount),
  },
  response: z.object({
    claimed: Amount,
    fee: Amount,
    fee_currency: z.int(),
    /** BTBC that arrived. */
    net: Amount,
  }),
  refusals: [
    'claim_needs_identity',
    'identity_pending',
    'claim_not_on_chain',
    'claim_unavailable',
    'claim_over',
    'claim_below_fee',
    'fee_changed',
    'insufficient_balance',
  ],
})

export const readWithdrawable = endpoint({
  path: '/machine/real_amount',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['balances'],
  summary: 'What can be withdrawn at once: available on Spot, with 4 decimals',
  request: {},
  response: z.object({ BTBC: z.string(), USDT: z.string() }),
  refusals: [],
})

export const synchroniseOutput = endpoint({
  path: '/machine/synchronise',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['output', 'balances'],
  summary: 'Ask for what is mined to be written to the test chain now; every 30 seconds at most',
  request: {},
  response: z.object({ next_mint_at: Timestamp, wait_s: z.int() }),
  refusals: ['chain_unavailable', 'synchronise_wait'],
})

export const rewardsCalls = { readOutput, claimOutput, readWithdrawable, synchroniseOutput }
