import * as z from 'zod/mini'

/**
 * What goes over the socket at `/live`. A client says {op:'sub', topic} and gets a snapshot, then
 * deltas whose `seq` rises by one. After a cut, {op:'sub', topic, since: <last seq>} brings what was
 * missed, or a snapshot when that is too long ago. Amounts and prices are decimal strings.
 */

export const LIVE_PATH = '/live'
export const LIVE_FRAME_BYTES_MAX = 4096
export const DEPTH_LEVELS = 20

const Topic = z.string().check(z.minLength(1), z.maxLength(64))

/** What a client may say. */
export const LiveRequest = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('auth'), token: z.optional(z.string().check(z.maxLength(200))) }),
  z.strictObject({
    op: z.literal('sub'),
    topic: Topic,
    since: z.optional(z.nullable(z.int().check(z.minimum(0)))),
  }),
  z.strictObject({ op: z.literal('unsub'), topic: Topic }),
  z.strictObject({ op: z.literal('ping') }),
])
export type LiveRequest = z.output<typeof LiveRequest>

/** Why the server closed a socket, beside the codes of the protocol itself. */
export const liveCloseCodes = {
  /** The session of the socket has ended: log in again. */
  sessionEnded: 4001,
  /** Too many messages came in. */
  flood: 4008,
  /** More than 1 MB waited to be read. */
  slow: 4013,
} as const

export type LiveErrorCode =
  | 'invalid_request'
  | 'unknown_topic'
  | 'login_required'
  | 'too_many_topics'
  | 'try_again'

/** Answers to what the client said. A `sub` is answered by its snapshot, or by `resumed`. */
export type LiveAnswer =
  | { op: 'auth'; ok: boolean }
  | { op: 'sub'; topic: string; seq: number; resumed: true }
  | { op: 'unsub'; topic: string }
  | { op: 'pong' }
  | { op: 'error'; code: LiveErrorCode; topic?: string }

export type LiveFrame<Data = unknown> = {
  topic: string
  seq: number
  type: 'snapshot' | 'delta'
  data: Data
}

/** Price and quantity; a quantity of zero takes the level away. */
export type LiveLevel = [price: string, quantity: string]

/** `market_depth:<currency_id>`: 20 levels of each side; a delta has the levels that changed. */
export type LiveDepth = {
  currency_id: number
  legal_id: number
  bids: LiveLevel[]
  asks: LiveLevel[]
}

/** `trades:<currency_id>`: oldest first; `direction` is what the taker did. */
export type LiveTrade = {
  id: number
  price: string
  number: string
  direction: 'in' | 'out'
  create_time: string
}

/** `daymarket`: a list, in a delta of the markets that changed. */
export type LiveDayMarket = {
  currency_id: number
  legal_id: number
  now_price: string
  /** Percent against the price 24 hours ago. */
  change: string
  volume: string
  high: string
  low: string
  /** Of the last trade; null before the first. */
  traded_at: string | null
}

/** `orders`: in a snapshot those that are open; a delta has each that changed, ended ones too. */
export type LiveOrder = {
  id: number
  price: string
  number: string
  filled: string
  avg_price: string
  fee: string
  fee_currency: string
  create_time: string
  legal_name: string
  currency_id: number
  currency_name: string
  way: 1 | 2
  direction: 'in' | 'out'
  status: 'waiting' | 'open' | 'partial' | 'filled' | 'cancelled' | 'expired'
  client_id?: string
}

/** `balances`: of the change wallet. */
export type LiveBalance = {
  currency: number
  currency_name: string
  change_balance: string
  lock_change_balance: string
}

/** `inbox`: what the member should be told; a snapshot is empty. */
export type LiveNews = {
  kind: 'order_filled'
  order_id: number
  currency_id: number
  direction: 'in' | 'out'
  at: string
}
