import * as z from 'zod/mini'

import { endpoint, SAME_WITHIN_S } from '#endpoint.ts'
import { Amount, Id, int, list, Nothing, optional, paging, Timestamp } from '#wire.ts'

/** Funds: USDT for a term, with a yield at its end that is reserved when it is bought. */

const about = ['balances', 'funds', 'solvency'] as const

/** 0 running, 1 ended, 2 awaiting payment. */
const status = z.union([z.literal(0), z.literal(1), z.literal(2)])

const Product = z.object({
  id: z.int(),
  type: z.int(),
  /** Percent of the amount for the whole term. */
  rate: z.string(),
  rate_bps: z.int(),
  day: z.int(),
  min: Amount,
  max: Amount,
  /** The seeds' name of `max`. */
  mzx: Amount,
  enable: z.boolean(),
  start_at: Timestamp,
  /** The server's time. */
  now: Timestamp,
  /** By the server's clock: it has begun and is not closed. */
  is_open: z.boolean(),
  /** Of the member's newest purchase of it. */
  status: z.nullable(status),
  /** When it would come to its end if it were bought now. */
  fetch_time: Timestamp,
  /** What the pool can still set aside, and the largest purchase that is left for this member. */
  reserve_left: Amount,
  covered: Amount,
})

const Purchase = z.object({
  id: z.int(),
  type: z.int(),
  amount: Amount,
  days: z.int(),
  rate: z.string(),
  status,
  /** When amount and yield come to the Earn wallet; of one that awaits its payment, if it were paid now. */
  fetch_time: Timestamp,
  /** Amount and yield together. */
  payout: Amount,
  created_at: Timestamp,
  /** Until then its yield stays set aside; only while it awaits its payment. */
  pay_by: z.nullable(Timestamp),
})

export const listFundOffers = endpoint({
  path: '/fund/category',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about,
  summary: 'The funds on offer with what covers them; type 1 when none is named',
  request: { type: optional(int(1, 9)) },
  response: z.array(Product),
  refusals: [],
})

export const listFunds = endpoint({
  path: '/fund/list',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about,
  summary:
    'The member’s purchases, newest first; status -1 all, 0 running, 1 ended, 2 awaiting payment',
  request: {
    ...paging,
    status: optional(int(-1, 2)),
    /** Purchases older than this one: the next page by its key, whatever `page` says. */
    before: optional(Id),
  },
  response: list(Purchase),
  refusals: [],
})

export const buyFund = endpoint({
  path: '/fund/buy',
  methods: ['GET', 'POST'],
  access: 'member',
  changes: true,
  business: true,
  about,
  sameWithin_s: SAME_WITHIN_S,
  summary: 'Buy a fund with USDT of the Spot wallet; its yield is set aside at once',
  request: {
    amount: optional(Amount),
    /** With the type it names the fund. */
    day: optional(int(1, 9999)),
    type: optional(int(1, 9)),
    /** Amount and yield as they were shown: another sum is refused. */
    payout: optional(Amount),
    /** 1: set the yield aside for 30 minutes, and pay the amount within them. */
    pay_later: optional(int(0, 1)),
  },
  response: z.object({
    id: z.int(),
    /** As in the list of purchases. */
    fetch_time: Timestamp,
  }),
  refusals: [
    'amount_required',
    'fund_not_found',
    'fund_closed',
    'fund_not_open',
    'fund_minimum',
    'fund_maximum',
    'terms_changed',
    'too_many_contracts',
    'fund_awaiting',
    'fund_set_aside_lately',
    'not_verified',
    'insufficient_balance',
    'pool_refilling',
    'pool_share_held',
  ],
})

export const payFund = endpoint({
  path: '/fund/pay',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about,
  summary: 'Pay a fund that was set aside with USDT of the Spot wallet; its term begins',
  request: { id: Id },
  response: z.object({ fetch_time: Timestamp }),
  refusals: ['fund_not_found', 'fund_not_awaiting', 'insufficient_balance'],
})

export const releaseFund = endpoint({
  path: '/fund/release',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about,
  summary: 'Let go a fund that was set aside and is not paid',
  request: { id: Id },
  response: Nothing,
  refusals: ['fund_not_found', 'fund_not_awaiting'],
})

export const fundCalls = { listFundOffers, listFunds, buyFund, payFund, releaseFund }
