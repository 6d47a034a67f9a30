/**
 * What a market can be asked, and how an open order looks.
 *
 * Units: a price is a whole number of ticks, a quantity a whole number of lots, a budget a whole
 * number of tick × lot (what one lot costs at a price of one tick). Order ids, owners and sequences
 * are positive safe integers; 0 stands for none.
 */

export type Side = 'buy' | 'sell'
export type OrderType = 'limit' | 'market' | 'stop_limit' | 'stop_market'
export type TimeInForce = 'gtc' | 'ioc' | 'fok'

export type Place = {
  kind: 'place'
  /** The caller's name for the order, used once. */
  orderId: number
  /** Whom the order belongs to, over all accounts: two orders of one owner never trade. */
  owner: number
  side: Side
  type: OrderType
  /** Of limits and stop limits: gtc unless said otherwise. A market order never rests. */
  timeInForce?: TimeInForce | undefined
  postOnly?: boolean | undefined
  price?: number | undefined
  stopPrice?: number | undefined
  quantity?: number | undefined
  /** What a market buy may spend, instead of a quantity. */
  quoteQuantity?: number | undefined
}

/** With an owner, somebody else's order is as unknown as none. */
export type Cancel = { kind: 'cancel'; orderId: number; owner?: number | undefined }

export type CancelAll = { kind: 'cancel_all'; owner: number }

/** Lowers the ordered quantity, filled part included; the order keeps its place in the queue. */
export type Amend = { kind: 'amend'; orderId: number; owner?: number | undefined; quantity: number }

export type Command = Place | Cancel | CancelAll | Amend

/** An order that rests, or a stop that waits. A triggered stop goes on as a limit or market order. */
export type OpenOrder = {
  orderId: number
  owner: number
  side: Side
  type: Exclude<OrderType, 'market'>
  timeInForce: TimeInForce
  /** 0 for a stop market order. */
  price: number
  /** 0 for a limit order. */
  stopPrice: number
  /** Lots, or a budget when `byBudget` is set; `remaining` likewise. */
  quantity: number
  remaining: number
  byBudget: boolean
  /** The order in which orders joined the queues: lower is earlier. */
  sequence: number
}

/** What a book counts, and what it remembers beside its orders. */
export type BookMark = {
  /** Price of the last trade, 0 before the first. */
  lastPrice: number
  /** Number of the last trade of this market. */
  tradeSequence: number
  /** The highest sequence given to an order so far. */
  orderSequence: number
}

/** All there is to know about a book; another book made from it behaves the same. */
export type BookState = BookMark & { orders: Iterable<OpenOrder> }
