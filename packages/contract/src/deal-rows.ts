import * as z from 'zod/mini'

import { FIAT } from '#deal-rules.ts'
import { Amount, Timestamp } from '#wire.ts'

/** What is said of a deal: to its buyer, to its seller, and to who decides a dispute. */

/** 0 to be paid, 1 finished, 2 cancelled, 3 paid or in a dispute. */
const IsSure = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])

export const Side = z.enum(['buyer', 'seller'])
export type Side = z.output<typeof Side>

export const DealState = z.enum(['open', 'paid', 'disputed', 'finished', 'split', 'cancelled'])

/** Who acts next, and by when; nobody once it is over. */
const Turn = z.object({
  who: z.enum(['buyer', 'seller', 'operator', 'nobody']),
  by: z.nullable(Timestamp),
})

/** Three cancelled, unpaid or falsely marked deals within a day stop new ones for a day. */
export const Misuse = z.object({
  count: z.int(),
  limit: z.int(),
  /** Until when no new deal is opened. */
  until: z.nullable(Timestamp),
})

export const Deal = z.object({
  id: z.int(),
  seller_name: z.string(),
  buyer_name: z.string(),
  way_name: z.enum(['ali_pay', 'we_chat', 'bank']),
  /** From the caller's side. */
  type: z.enum(['buy', 'sell']),
  is_sure: IsSure,
  state: DealState,
  /** What the buyer pays, in the fiat currency. */
  deal_money: Amount,
  fiat: z.literal(FIAT),
  /** USDT in escrow. */
  number: Amount,
  currency_id: z.int(),
  price: Amount,
  create_time: Timestamp,
  /** When the turn of whoever acts next began; moved on by how long the house stood still. */
  update_time: Timestamp,
  pay_time: z.nullable(Timestamp),
  next: Turn,
  /** The seller is the house's own, labelled one. */
  is_simulated: z.boolean(),
})

export const Message = z.object({
  id: z.int(),
  from: Side,
  text: z.string(),
  /** Of a picture; `readDealPicture` gives it. */
  pic: z.nullable(z.string()),
  at: Timestamp,
})

/** One thumb, from the other side of one deal. */
export const Rating = z.object({ up: z.boolean(), text: z.string(), at: Timestamp })

/** As the seeds name them. */
export const Details = z.object({
  alipay: z.string(),
  alipayCode: z.string(),
  wechat: z.string(),
  wechatCode: z.string(),
  bankNo: z.string(),
  bankName: z.string(),
  bankAddress: z.string(),
})
