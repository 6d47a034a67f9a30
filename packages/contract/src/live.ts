import * as z from 'zod/mini'

import type { Tag } from '#endpoint.ts'
import { eventKinds, eventTags } from '#events.ts'
import { OrderRow, QuotationRow } from '#exchange-rows.ts'
import { Amount, Timestamp } from '#wire.ts'

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

export const LiveErrorCode = z.enum([
  'invalid_request',
  'unknown_topic',
  'login_required',
  'too_many_topics',
  /** The markets are another server's now: try again in a while, or elsewhere. */
  'unavailable',
  'try_again',
])
export type LiveErrorCode = z.output<typeof LiveErrorCode>

/** Answers to what the client said. A `sub` is answered by its snapshot, or by `resumed`. */
export const LiveAnswer = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('auth'), ok: z.boolean() }),
  z.strictObject({
    op: z.literal('sub'),
    topic: z.string(),
    seq: z.int(),
    resumed: z.literal(true),
  }),
  z.strictObject({ op: z.literal('unsub'), topic: z.string() }),
  z.strictObject({ op: z.literal('pong') }),
  z.strictObject({
    op: z.literal('error'),
    code: LiveErrorCode,
    topic: z.optional(z.string()),
  }),
])
export type LiveAnswer = z.output<typeof LiveAnswer>

/** Price and quantity; a quantity of zero takes the level away. */
const Level = z.tuple([Amount, Amount])

/** 20 levels of each side; a delta has the levels that changed. */
const Depth = z.strictObject({
  currency_id: z.int(),
  legal_id: z.int(),
  bids: z.array(Level),
  asks: z.array(Level),
})

const Trade = z.strictObject({
  id: z.int(),
  price: Amount,
  number: Amount,
  /** What the taker did. */
  direction: z.enum(['in', 'out']),
  create_time: Timestamp,
})

/** What the quotation says of a market, as far as it moves. */
export const DayMarket = z.pick(QuotationRow, {
  currency_id: true,
  legal_id: true,
  now_price: true,
  change: true,
  volume: true,
  high: true,
  low: true,
  traded_at: true,
})

const Balance = z.strictObject({
  currency: z.int(),
  currency_name: z.string(),
  change_balance: Amount,
  lock_change_balance: Amount,
})

const News = z.strictObject({
  kind: z.literal('order_filled'),
  order_id: z.int(),
  currency_id: z.int(),
  direction: z.enum(['in', 'out']),
  at: Timestamp,
})

const eventTag = z.enum([...new Set<Tag>(Object.values(eventTags).flat())])

/** Something of the member's is another way now: the reads about the same would tell how. */
const OwnEvent = z.strictObject({ kind: z.enum(eventKinds), about: z.array(eventTag) })

/** What the topics carry; of `market_depth` and `trades` there is one for each market. */
export const liveData = {
  market_depth: Depth,
  /** Oldest first. */
  trades: z.array(Trade),
  /** In a delta the markets that changed. */
  daymarket: z.array(DayMarket),
  /** In a snapshot those that are open; a delta has each that changed, ended ones too. */
  orders: z.array(OrderRow),
  /** Of the change wallet. */
  balances: z.array(Balance),
  /** What the member should be told; a snapshot is empty. */
  inbox: z.array(News),
  /** What to read again; after a snapshot, which is empty, everything. */
  events: z.array(OwnEvent),
}

export const memberTopics = ['orders', 'balances', 'inbox', 'events'] as const
export type MemberTopic = (typeof memberTopics)[number]
export type LiveTopic = MemberTopic | 'daymarket' | `market_depth:${number}` | `trades:${number}`

type KindOf<Topic extends LiveTopic> = Topic extends `${infer Kind}:${number}` ? Kind : Topic
/** What a frame of the topic carries, as it is on the wire. */
export type LiveData<Topic extends LiveTopic> = z.input<
  (typeof liveData)[KindOf<Topic> & keyof typeof liveData]
>

export type LiveFrame<Data = unknown> = {
  topic: string
  seq: number
  type: 'snapshot' | 'delta'
  data: Data
}

export type LiveLevel = z.input<typeof Level>
export type LiveDepth = LiveData<`market_depth:${number}`>
export type LiveTrade = z.input<typeof Trade>
export type LiveDayMarket = z.input<typeof DayMarket>
export type LiveOrder = z.input<typeof OrderRow>
export type LiveBalance = z.input<typeof Balance>
export type LiveNews = z.input<typeof News>
export type LiveEvent = z.input<typeof OwnEvent>
