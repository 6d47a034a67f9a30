import * as z from 'zod/mini'

import { endpoint } from '#endpoint.ts'
import {
  limitOrder,
  marketOrder,
  OrderRow,
  OrderStatus,
  QuotationRow,
  TimeInForce,
} from '#exchange-rows.ts'
import { Amount, Id, int, optional, paging, text, Timestamp } from '#wire.ts'

/** Quotations, the order form, placing, cancelling, and the lists of one's orders. */

/** Everything is traded against USDT, whose id is 3. */
const legal = optional(int(3, 3))
/** Ids of orders are larger than those of other rows. */
const OrderId = int(1, Number.MAX_SAFE_INTEGER)
const CLIENT_ID_LENGTH_MAX = 36
const OWN_TRADES_MAX = 200

const placing = {
  legal_id: legal,
  currency_id: Id,
  /** In USDT; a market order (mode 1) has none. */
  price: optional(Amount),
  /** In coins of the base currency; left out where `spend` says how much. */
  num: optional(Amount),
  mode: int(marketOrder, limitOrder),
  /** In USDT: what a market order is to pay, or when it sells to bring, instead of `num`. */
  spend: optional(Amount),
  /** The order waits until there is a trade at this price, or beyond it. */
  stop_price: optional(Amount),
  /** The time in force of a limit order; without one it stays until it is cancelled. */
  terms: optional(TimeInForce),
  client_id: optional(text(CLIENT_ID_LENGTH_MAX)),
}

const placed = z.object({
  id: z.int(),
  status: OrderStatus,
  filled: Amount,
  /** USDT; '0.00000000' while nothing is filled. */
  avg_price: Amount,
})

const placingRefusals = [
  'market_not_found',
  'market_halted',
  'account_frozen',
  'account_checked',
  'trading_stopped',
  'price_required',
  'price_off_tick',
  'price_too_high',
  'quantity_off_lot',
  'below_minimum',
  'above_maximum',
  'insufficient_balance',
  'order_too_large',
  'too_many_orders',
  'book_empty',
  'would_trade',
  'not_fillable',
  'stop_reached',
  'key_reused',
  'outcome_unknown',
  'try_again',
] as const

const orders = z.object({
  list: z.array(OrderRow),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
})

const listing = { ...paging, currency_id: optional(Id), legal_id: legal }

const MARKETS_MAX = 16
/** A place in the trades of each market. Answered, and asked back as it is. */
const TradesCursor = z
  .string()
  .check(
    z.regex(new RegExp(String.raw`^\d{1,9}\.\d{1,15}(-\d{1,9}\.\d{1,15}){0,${MARKETS_MAX - 1}}$`)),
  )

export const listMarkets = endpoint({
  path: '/currency/quotation_new',
  methods: ['GET'],
  access: 'anyone',
  changes: false,
  about: [],
  summary: 'Every market with its last price, its last 24 hours and its rules',
  request: {},
  response: z.array(
    z.object({
      legal_id: z.int(),
      legal_name: z.string(),
      quotation: z.array(QuotationRow),
    }),
  ),
  refusals: [],
})

export const readOrderForm = endpoint({
  path: '/transaction/deal',
  methods: ['POST'],
  access: 'member',
  changes: false,
  about: ['balances', 'orders'],
  summary: 'What an order form shows: balances, fees, best prices',
  request: { legal_id: legal, currency_id: Id },
  response: z.object({
    user_currency: Amount,
    user_legal: Amount,
    /** The last price at a fixed rate for show. */
    cny_price: Amount,
    /** Shares of what is received: '0.00100000' is 0.1 %. */
    maker_fee: Amount,
    taker_fee: Amount,
    best_bid: z.nullable(Amount),
    best_ask: z.nullable(Amount),
  }),
  refusals: ['market_not_found'],
})

export const placeBuy = endpoint({
  path: '/transaction/in',
  methods: ['POST'],
  access: 'member',
  changes: true,
  business: true,
  about: ['orders', 'balances'],
  summary:
    'Buy; mode 1 at the market, 2 at a price or better, both also from a stop price on. The same client_id is one order',
  request: placing,
  response: placed,
  refusals: placingRefusals,
})

export const placeSell = endpoint({
  path: '/transaction/out',
  methods: ['POST'],
  access: 'member',
  changes: true,
  business: true,
  about: ['orders', 'balances'],
  summary:
    'Sell; mode 1 at the market, 2 at a price or better, both also from a stop price on. The same client_id is one order',
  request: placing,
  response: placed,
  refusals: placingRefusals,
})

export const listOpenBuys = endpoint({
  path: '/transaction_in',
  methods: ['POST'],
  access: 'member',
  changes: false,
  about: ['orders'],
  summary: 'Open orders to buy, newest first',
  request: listing,
  response: orders,
  refusals: [],
})

export const listOpenSells = endpoint({
  path: '/transaction_out',
  methods: ['POST'],
  access: 'member',
  changes: false,
  about: ['orders'],
  summary: 'Open orders to sell, newest first',
  request: listing,
  response: orders,
  refusals: [],
})

export const listEndedOrders = endpoint({
  path: '/transaction_complete',
  methods: ['POST'],
  access: 'member',
  changes: false,
  about: ['orders'],
  summary: 'Orders that have ended: filled, cancelled, expired; newest first',
  request: listing,
  response: orders,
  refusals: [],
})

export const listOwnTrades = endpoint({
  path: '/transaction_trades',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['orders'],
  summary: 'Own trades, newest first, of one market or one side if asked; `next` is where to go on',
  request: {
    currency_id: optional(Id),
    legal_id: legal,
    direction: optional(z.enum(['in', 'out'])),
    limit: optional(int(1, OWN_TRADES_MAX)),
    cursor: optional(TradesCursor),
  },
  response: z.object({
    list: z.array(
      z.object({
        /** Counts in each market for itself. */
        id: z.int(),
        order_id: z.int(),
        currency_id: z.int(),
        currency_name: z.string(),
        legal_name: z.string(),
        direction: z.enum(['in', 'out']),
        price: Amount,
        number: Amount,
        /** In USDT, before the fee. */
        value: Amount,
        fee: Amount,
        fee_currency: z.string(),
        /** Who waited in the book is the maker. */
        role: z.enum(['maker', 'taker']),
        create_time: Timestamp,
      }),
    ),
    /** Null at the end. With a direction a list may be shorter than its limit before that. */
    next: z.nullable(z.string()),
    limit: z.int(),
  }),
  refusals: ['market_not_found'],
})

export const cancelOrder = endpoint({
  path: '/transaction_del',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['orders', 'balances'],
  summary: 'Cancel an open order; what was held for its rest is available again',
  request: { id: OrderId, type: z.enum(['in', 'out']) },
  response: z.object({ id: z.int(), status: OrderStatus, released: Amount }),
  refusals: ['order_not_found', 'order_filled', 'outcome_unknown', 'try_again'],
})

export const cancelAllOrders = endpoint({
  path: '/transaction_del_all',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['orders', 'balances'],
  summary: 'Cancel every open order, of one market if asked',
  request: { currency_id: optional(Id), legal_id: legal },
  response: z.object({
    /** How many this has cancelled; one that was filled meanwhile is not among them. */
    cancelled: z.int(),
    /** What is available again, by currency. */
    released: z.array(z.object({ currency_name: z.string(), amount: Amount })),
  }),
  refusals: ['market_not_found', 'outcome_unknown', 'try_again'],
})

export const exchangeCalls = {
  listMarkets,
  readOrderForm,
  placeBuy,
  placeSell,
  listOpenBuys,
  listOpenSells,
  listEndedOrders,
  listOwnTrades,
  cancelOrder,
  cancelAllOrders,
}
