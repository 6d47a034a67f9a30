import * as z from 'zod/mini'

import { FIAT, SELLER_NOTE_LENGTH_MAX, TERMS_LENGTH_MAX } from '#deal-rules.ts'
import { endpoint } from '#endpoint.ts'
import { PayWayCode, payWays } from '#payee.ts'
import {
  Amount,
  areLines,
  Id,
  list,
  Nothing,
  optional,
  paging,
  SignedAmount,
  Timestamp,
} from '#wire.ts'

/** Sellers of USDT and their offers: what they ask for, from whom, and the stock behind it. */

const about = ['offers', 'balances'] as const

/**
 * Plain text of some lines; what is in it is looked at by whoever takes it. It is as long as what is kept
 * of it: composed, some characters are two.
 */
export function lines(max: number, min = 1) {
  return z
    .string()
    .check(z.trim(), z.normalize('NFC'), z.minLength(min), z.maxLength(max), areLines)
}

/** How somebody's deals went. */
export const DealRecord = z.object({
  /** Sales of 30 days that are counted: released ones, of each buyer one a day, and those that operators split. */
  deals_30d: z.int(),
  /** Percent of them that were released, and the median time to it; null until there are 20. */
  completed_30d: z.nullable(z.int()),
  release_minutes: z.nullable(z.int()),
  /** Thumbs of the other sides of all their deals: each stands on one. */
  up: z.int(),
  down: z.int(),
})

const Offer = z.object({
  id: z.int(),
  /** What a buyer pays for 1 USDT now. */
  price: Amount,
  /** Above or below the reference; null where the price is fixed. */
  percent: z.nullable(SignedAmount),
  /** Of one deal, in the fiat currency. */
  min: Amount,
  max: Amount,
  ways: z.array(z.enum(payWays)),
  terms: z.string(),
  /** USDT that can be bought, and USDT in the escrow of deals that have not ended. */
  stock: Amount,
  in_deals: Amount,
  paused: z.boolean(),
  /** Buyers find it: not paused, its price within bounds, and stock for its smallest deal. */
  is_live: z.boolean(),
  created_at: Timestamp,
})

/** One of `price` and `percent`, and what a deal may be. */
const terms = {
  price: optional(Amount),
  percent: optional(SignedAmount),
  min: Amount,
  max: Amount,
  ways: z.array(PayWayCode).check(z.minLength(1), z.maxLength(payWays.length)),
  terms: optional(lines(TERMS_LENGTH_MAX)),
}

export const applyToSell = endpoint({
  path: '/seller/apply',
  methods: ['POST'],
  access: 'member',
  changes: true,
  business: true,
  about: ['offers', 'member'],
  summary:
    'Ask to become a seller; an operator decides. The identity has to be accepted before, and a fund PIN and an authenticator or a passkey set',
  request: { note: optional(lines(SELLER_NOTE_LENGTH_MAX)) },
  response: Nothing,
  refusals: [
    'identity_required',
    'identity_pending',
    'seller_asked',
    'seller_already',
    'seller_unprotected',
    'refused_lately',
    'text_markup',
    'text_account_number',
  ],
})

export const readSeller = endpoint({
  path: '/seller/me',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['offers', 'member', 'security'],
  summary: 'Whether the member is a seller, and what bounds their offers',
  request: {},
  response: z.object({
    state: z.enum(['none', 'asked', 'seller', 'refused', 'ended']),
    /** Why it was refused, or why two operators ended it. */
    reason: z.optional(z.string()),
    /** By when an operator looks at it. */
    decide_by: z.nullable(Timestamp),
    /** A fund PIN and an authenticator or a passkey are set: without both nobody asks to sell or publishes. */
    is_protected: z.boolean(),
    /** What 1 USDT costs by the reference: the published rate of the bank unit at a fixed test rate. */
    reference: Amount,
    fiat: z.literal(FIAT),
    price_min: Amount,
    price_max: Amount,
    offers_max: z.int(),
    /** USDT of the P2P wallet that can become stock. */
    available: Amount,
    ...DealRecord.shape,
  }),
  refusals: [],
})

export const listOffers = endpoint({
  path: '/legal_offer/list',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about,
  summary: 'The caller’s own offers, newest first',
  request: paging,
  response: list(Offer),
  refusals: [],
})

const termsRefusals = [
  'not_a_seller',
  'seller_unprotected',
  'offer_price_required',
  'offer_price_range',
  'offer_limits',
  'way_unavailable',
  'text_markup',
  'text_account_number',
] as const

export const addOffer = endpoint({
  path: '/legal_offer/add',
  methods: ['POST'],
  access: 'member',
  changes: true,
  business: true,
  about,
  summary: 'Offer USDT of the P2P wallet; its stock is held from then on',
  request: { ...terms, stock: optional(Amount) },
  response: Offer,
  refusals: [...termsRefusals, 'too_many_offers', 'insufficient_balance'],
})

export const editOffer = endpoint({
  path: '/legal_offer/edit',
  methods: ['POST'],
  access: 'member',
  changes: true,
  sets: true,
  about,
  summary: 'Change an offer; deals that are open keep what they were opened on',
  request: { id: Id, ...terms },
  response: Offer,
  refusals: [...termsRefusals, 'offer_not_found'],
})

export const pauseOffer = endpoint({
  path: '/legal_offer/pause',
  methods: ['POST'],
  access: 'member',
  changes: true,
  sets: true,
  about,
  summary: 'Hide an offer from buyers, or show it again, as a seller; open deals go on',
  request: { id: Id, paused: z.boolean() },
  response: Offer,
  refusals: ['not_a_seller', 'seller_unprotected', 'offer_not_found'],
})

export const stockOffer = endpoint({
  path: '/legal_offer/stock',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about,
  summary:
    'Move USDT of the P2P wallet into the stock of an offer, or with a minus sign back; who is no seller any more moves them back',
  request: { id: Id, change: SignedAmount },
  response: Offer,
  refusals: [
    'not_a_seller',
    'seller_unprotected',
    'offer_not_found',
    'amount_required',
    'offer_stock',
    'insufficient_balance',
  ],
})

export const offerCalls = {
  applyToSell,
  readSeller,
  listOffers,
  addOffer,
  editOffer,
  pauseOffer,
  stockOffer,
}
