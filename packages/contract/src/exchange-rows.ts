import * as z from 'zod/mini'

import { Amount, SignedAmount, Timestamp, Volume } from '#wire.ts'

/** What is said of an order and of a market: in the lists and on the live socket. */

export const marketOrder = 1
export const limitOrder = 2

export const OrderStatus = z.enum(['waiting', 'open', 'partial', 'filled', 'cancelled', 'expired'])

/** Until cancelled; at once and cancel the rest; all at once or not at all; only to wait in the book. */
export const TimeInForce = z.enum(['gtc', 'ioc', 'fok', 'post_only'])
export type TimeInForce = z.output<typeof TimeInForce>

/** One of one's own orders. */
export const OrderRow = z.object({
  id: z.int(),
  /** Of a limit order; of a market order the average. */
  price: Amount,
  number: Amount,
  filled: Amount,
  avg_price: Amount,
  fee: Amount,
  fee_currency: z.string(),
  create_time: Timestamp,
  legal_name: z.string(),
  currency_id: z.int(),
  currency_name: z.string(),
  type: z.enum(['limit', 'market', 'stop_limit', 'stop_market']),
  /** A stop waits until there is a trade at this price, or beyond it. */
  stop_price: z.nullable(Amount),
  terms: TimeInForce,
  /** What is held for the rest: USDT of a buy, coins of a sell. */
  held: Amount,
  /** 1 market, 2 limit. */
  way: z.union([z.literal(marketOrder), z.literal(limitOrder)]),
  direction: z.enum(['in', 'out']),
  status: OrderStatus,
  client_id: z.optional(z.string()),
})

/** One market as it is now. */
export const QuotationRow = z.object({
  currency_id: z.int(),
  currency_name: z.string(),
  legal_id: z.int(),
  now_price: Amount,
  /** Percent against the price 24 hours ago. */
  change: SignedAmount,
  /** Of the last trade; null before the first. */
  traded_at: z.nullable(Timestamp),
  /** In coins of the base currency. */
  volume: Volume,
  high: Amount,
  low: Amount,
  logo: z.string(),
  tick: Amount,
  lot: Amount,
  min_notional: Amount,
  /** Whether the house quotes in it. */
  simulated: z.boolean(),
  /** Whether it takes no new orders for now. */
  halted: z.boolean(),
})
