import * as z from 'zod/mini'

import { Deal, DealState, Details, Message, Misuse, Rating, Side } from '#deal-rows.ts'
import { FIAT, MESSAGE_LENGTH_MAX } from '#deal-rules.ts'
import { endpoint, SAME_WITHIN_S } from '#endpoint.ts'
import { DealRecord, lines } from '#offer.ts'
import { Payee, PayWayCode } from '#payee.ts'
import { stepUpRefusals } from '#security.ts'
import {
  Amount,
  Id,
  int,
  list,
  Nothing,
  optional,
  paging,
  text,
  Timestamp,
  UploadId,
} from '#wire.ts'

/** Buying USDT from a seller: the quote, the deal with its escrow, what is said and decided in it. */

export const quoteDeal = endpoint({
  path: '/legalInfo',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['offers', 'deals'],
  summary:
    'What 1 USDT costs now, good for a minute. With an amount and a way: at the offer that would be matched',
  request: { acc: optional(Amount), pay_way: optional(PayWayCode) },
  response: z.object({
    rate: Amount,
    /** Sellers whose offers can be bought now; with a way, those who take it. */
    count: z.int(),
    /** What one deal at this rate may be, in the fiat currency. */
    min: Amount,
    max: Amount,
    /** Masked before a deal; empty where the matched seller does not take the way. */
    ...Details.shape,
    /** Of the deals of all sellers but the house, as in `completed_30d`; left out until there are 20. */
    arrival_rate: z.optional(z.int()),
    release_minutes: z.optional(z.int()),
    /** Of the seller who would be matched, with the newest lines that buyers left. */
    seller: z.extend(DealRecord, { lines: z.array(Rating) }),
    /** Over all offers that can be bought now. */
    least: Amount,
    most: Amount,
    /** The USDT that `acc` buys. */
    number: z.nullable(Amount),
    seller_name: z.string(),
    is_simulated: z.boolean(),
    terms: z.string(),
    reference: Amount,
    fiat: z.literal(FIAT),
    misuse: Misuse,
    quote_id: z.string(),
    expires_at: Timestamp,
    now: Timestamp,
  }),
  refusals: [
    'no_seller',
    'first_deals_share',
    'house_share',
    'deal_amount_range',
    'deal_amount_cents',
    'alipay_unavailable',
    'wechat_unavailable',
    'bank_unavailable',
  ],
})

export const openDeal = endpoint({
  path: '/wallet/buy_legal',
  methods: ['POST'],
  access: 'member',
  changes: true,
  business: true,
  about: ['deals', 'offers', 'balances'],
  sameWithin_s: SAME_WITHIN_S,
  summary:
    'Buy USDT for `acc` of the fiat currency at a quoted rate; answers the number of the deal',
  request: { acc: optional(Amount), rate: optional(Amount), pay_way: optional(PayWayCode) },
  response: z.int(),
  refusals: [
    'amount_required',
    'deal_amount_range',
    'deal_amount_cents',
    'way_required',
    'alipay_unavailable',
    'wechat_unavailable',
    'bank_unavailable',
    'price_changed',
    'no_seller',
    'first_deals_share',
    'house_share',
    'deals_stopped',
    'too_many_deals',
    'too_many_first_deals',
    'not_verified',
    'account_frozen',
  ],
})

const filters = {
  currency_id: optional(int(1, 10_000)),
  side: optional(z.enum(['buy', 'sell'])),
  state: optional(z.enum(['running', 'finished', 'cancelled'])),
  /** The number of a deal. */
  search: optional(text(12)),
  /** Deals older than this one: the next page by its key. */
  before: optional(Id),
}

export const listDeals = endpoint({
  path: '/legal_user_deal',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['deals'],
  summary: 'The caller’s deals, as buyer and as seller, newest first',
  request: { ...paging, ...filters },
  response: list(Deal),
  refusals: [],
})

export const listSales = endpoint({
  path: '/legal_sell/list',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['deals'],
  summary: 'The caller’s sales, newest first',
  request: paging,
  response: list(Deal),
  refusals: [],
})

export const readDeal = endpoint({
  path: '/legal_deal',
  methods: ['GET', 'POST'],
  access: 'member',
  changes: false,
  about: ['deals'],
  summary: 'One deal with everything in it, for its buyer and its seller alone',
  request: { id: Id },
  response: z.extend(Deal, {
    /** -1 cancelled, 0 matched, 1 paid, 2 finished. */
    detail_status: z.int(),
    /** 2 the buyer pays, 3 the seller confirms, 4 complete. */
    step: z.int(),
    side: Side,
    /** While it is to be paid. */
    pay_until: z.nullable(Timestamp),
    /** The details of the seller for this way, for the buyer while the deal runs. */
    payee: z.nullable(Payee),
    terms: z.string(),
    messages: z.array(Message),
    /** The payment screenshot and pictures of messages. */
    evidence: z.array(
      z.object({
        pic: z.string(),
        from: Side,
        at: Timestamp,
        kind: z.enum(['payment', 'message']),
      }),
    ),
    /** Whoever wants to cancel a paid deal; the other has to want it, too. */
    cancel_asked_by: z.nullable(Side),
    dispute: z.nullable(
      z.object({
        /** Nobody, when it was time. */
        by: z.nullable(Side),
        /** What the caller has said of it; the other's words are for operators. */
        own_statement: z.string(),
        at: Timestamp,
        decide_by: z.nullable(Timestamp),
      }),
    ),
    /** What an ended deal gave to whom, and why it ended so. */
    outcome: z.nullable(
      z.object({
        buyer_number: Amount,
        seller_number: Amount,
        reason: z.string(),
        at: Timestamp,
      }),
    ),
    /** What the caller said of the other side after the end, and they of the caller. */
    ratings: z.object({ own: z.nullable(Rating), theirs: z.nullable(Rating) }),
    /** How the deals of the other side went. */
    other: DealRecord,
    /** The caller is never matched with them again. */
    is_blocked: z.boolean(),
    can: z.object({
      pay: z.boolean(),
      cancel: z.boolean(),
      confirm: z.boolean(),
      cancel_both: z.boolean(),
      dispute: z.boolean(),
      message: z.boolean(),
      rate: z.boolean(),
    }),
    timeline: z.array(z.object({ at: Timestamp, event: DealState, by: z.nullable(Side) })),
    misuse: Misuse,
    now: Timestamp,
  }),
  refusals: ['deal_not_found'],
})

export const cancelDeal = endpoint({
  path: '/legal_buy/cancel',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['deals', 'offers', 'balances'],
  summary: 'The buyer cancels while it is not paid; the stock goes back to its offer',
  request: { id: Id },
  response: Nothing,
  refusals: ['deal_not_found', 'deal_not_yours', 'deal_expired', 'deal_paid', 'deal_ended'],
})

export const payDeal = endpoint({
  path: '/legal_buy/payed',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['deals'],
  summary: 'The buyer says it is paid, with a picture of the payment',
  request: { id: Id, pic: optional(UploadId) },
  response: Nothing,
  refusals: [
    'deal_not_found',
    'deal_not_yours',
    'deal_expired',
    'deal_paid',
    'deal_ended',
    'deal_picture_required',
    'upload_not_found',
  ],
})

export const confirmDeal = endpoint({
  path: '/legal_sell/confirm',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['deals', 'offers', 'balances'],
  stepUp: { action: 'deal_confirm', binds: ['id'] },
  summary: 'The seller says the money is there: the escrow goes to the buyer’s P2P wallet',
  request: { id: Id, proof: optional(text(64)), code: optional(text(12)) },
  response: Nothing,
  refusals: ['deal_not_found', 'deal_not_yours', 'deal_unpaid', 'deal_ended', ...stepUpRefusals],
})

export const cancelDealTogether = endpoint({
  path: '/legal_deal/cancel_both',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['deals', 'offers', 'balances'],
  summary: 'Cancel a paid deal: it is when both ask, and counts if the buyer asked first',
  request: { id: Id },
  response: z.object({ cancelled: z.boolean() }),
  refusals: ['deal_not_found', 'deal_unpaid', 'deal_ended', 'deal_cancel_asked'],
})

export const disputeDeal = endpoint({
  path: '/legal_deal/dispute',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['deals'],
  summary: 'Ask operators to decide; in an open dispute, add a statement',
  request: { id: Id, reason: lines(MESSAGE_LENGTH_MAX) },
  response: Nothing,
  refusals: [
    'deal_not_found',
    'deal_unpaid',
    'deal_ended',
    'deal_disputed',
    'text_markup',
    'text_account_number',
  ],
})

export const dealCalls = {
  quoteDeal,
  openDeal,
  listDeals,
  listSales,
  readDeal,
  cancelDeal,
  payDeal,
  confirmDeal,
  cancelDealTogether,
  disputeDeal,
}
