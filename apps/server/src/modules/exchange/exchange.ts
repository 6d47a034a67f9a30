import type { TimeInForce } from '@btbc/contract/exchange-rows.ts'
import type { Refusal } from '@btbc/contract/refusals.ts'
import type { OrderType, Side } from '@btbc/matching/command.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'

/** What is not matched. */
export type Stops = { currencies: ReadonlySet<number>; members: ReadonlySet<number> }

/**
 * The spot exchange as the rest of the server sees it: the app's calls, the bots' API, market data,
 * sockets and house liquidity all stand on this one type. Amounts, prices and quantities are units
 * of 10^-8; a price is that many units of the quote currency for one whole coin of the base.
 */
export type Exchange = {
  /** Those that are open or halted now, in a fixed order. */
  readonly markets: readonly Market[]
  /** The first of them that it is. */
  findListed(isIt: (market: Market) => boolean): Market | undefined
  /** Every market the house knows: what is kept of each is kept before it opens, too. */
  readonly known: readonly Market[]
  /** Whether a market takes no new orders for now. */
  isHalted: (marketId: number) => boolean
  /** Answers after the commit. Never throws for an expected no: see `Outcome`. */
  place: (order: NewOrder) => Promise<Outcome>
  /** Up to 50 orders of one member, each with an outcome of its own. They reach the book together, in this order. */
  placeMany: (orders: readonly NewOrder[]) => Promise<Outcome[]>
  /** Refuses what `place` would refuse whatever stands in the book and whatever the member has. */
  checkOrder: (order: NewOrder) => void
  cancel: (cancellation: OrderName) => Promise<Outcome>
  /** Every open or waiting order of the member, in one market or in all. */
  cancelAll: (memberId: number, marketId?: number) => Promise<Outcome[]>
  /** Makes the quantity smaller (never below what is filled) and keeps the place in the queue. */
  amend: (amendment: OrderName & { quantity: bigint }) => Promise<Outcome>

  /**
   * From now on nothing is placed that would trade one of these currencies, or by one of these members,
   * whose orders leave the books; cancelling goes on.
   */
  stopMatching: (stops: Stops) => Promise<void>
  /** Whether nothing of this member is matched for now. */
  isStopped: (memberId: number) => boolean

  /** Whether this server owns the markets: what it knows of the books is old while it does not. */
  isOpen: () => boolean
  /** Refuses while it does not. */
  checkOpen: () => void
  /** The best `levels` price levels of each side, best first, as of the last commit. */
  depth: (marketId: number, levels: number) => Depth
  bookTicker: (marketId: number) => BookTicker
  lastTrade: (marketId: number) => Trade | undefined
  /** A fingerprint of the book: the same after a restart. Settle first: it knows no commits. */
  digest: (marketId: number) => string

  /** One's own orders only; a just placed order is there at once. By client id the newest is meant. */
  findOrder: (name: OrderName) => Promise<Order | undefined>
  /** Open and waiting, oldest first. */
  openOrders: (memberId: number, marketId?: number) => Order[]
  /** Orders that have ended and those still open, newest first; those from an id or a moment on, oldest first. */
  ordersOf: (memberId: number, page: PageOf | SpanOf) => Promise<Order[]>
  /** Only those that have ended. */
  endedOrdersOf: (memberId: number, page: PageOf) => Promise<Order[]>
  /** How many orders have ended: for pages that say how many there are. */
  countEndedOrders: (memberId: number, marketId?: number) => Promise<number>
  /** The member's side of trades, in the same order. */
  fillsOf: (memberId: number, page: (PageOf | SpanOf) & { orderId?: bigint }) => Promise<OwnFill[]>
  /** The same over all markets, a page at a time. */
  ownTrades: (memberId: number, asked: OwnTradesAsked) => Promise<OwnTrades>
  /** Trades of a market with ids from `fromId` up, or the newest ones, in the order of their ids. */
  trades: (marketId: number, page: { fromId?: number; limit: number }) => Promise<Trade[]>
  /** The id of a market's first trade at this moment or later; one more than the last, if there is none. */
  firstTradeFrom: (marketId: number, at: Date) => Promise<number>
  /** Of an order that is placed now. */
  feeRates: (memberId: number) => FeeRates

  /**
   * Called after each commit, in the order of commits. Answers how to stop. Balances are told only
   * of members that some listener wants them of at the time of the batch.
   */
  onBatch: (
    listener: (batch: CommittedBatch) => void,
    wantsBalancesOf?: (memberId: number) => boolean,
  ) => () => void
  /**
   * Called when the books were read anew: of what was traded before, by another server or in a batch whose
   * end was not known, not all was told here. Answers how to stop.
   */
  onRead: (listener: () => void) => () => void
  /** Resolves when the batch that is on its way now has been told, or has failed. */
  flushed: () => Promise<void>
  /** Resolves when everything handed in so far has been answered. */
  drained: () => Promise<void>
  stop: () => Promise<void>
}

/** `id` is the id of the base currency: everything is traded against USDT. */
export type Market = {
  id: CurrencyId
  /** Such as `BTC/USDT`. */
  name: string
  /** Such as `BTCUSDT`. */
  symbol: string
  base: CurrencyId
  quote: CurrencyId
  /** The steps of prices and of quantities. */
  tick: bigint
  lot: bigint
  /** Smallest price × quantity of an order. */
  notionalMin: bigint
  /** Largest quantity of an order. */
  quantityMax: bigint
}

export type { OrderType, Side, TimeInForce }

export type NewOrder = {
  memberId: number
  marketId: number
  side: Side
  type: OrderType
  /** Absent means `gtc`. A market order is always `ioc`. */
  timeInForce?: TimeInForce
  /** Of `limit` and `stop_limit`. */
  price?: bigint
  /** Of `stop_limit` and `stop_market`. */
  stopPrice?: bigint
  quantity?: bigint
  /**
   * A market order may name what to spend (buy) or to get (sell) in the quote currency instead: as much of it
   * as whole lots come to.
   */
  budget?: bigint
  /** 1 to 36 characters, unique among the member's open orders. */
  clientId?: string
  /**
   * What a second order under the same client id means: `refuse` it while the first is open (bots),
   * or answer with the `first`, open or ended (a retry of the app).
   */
  onRepeat?: 'refuse' | 'first'
  /** What becomes of a fill-or-kill order that cannot be filled; for bots it is one that has expired. */
  onUnfillable?: 'refuse' | 'expire'
}

/** By `id`, or else by `clientId`. */
export type OrderName = { memberId: number; id?: bigint; clientId?: string }

/**
 * The three things a command can come to. `accepted`: committed, this is how the order is now.
 * `refused`: nothing was changed. `unknown`: the database went away while it decided; the order can
 * be asked for by its client id, and is either there or not. `executionId` is that of an amendment.
 */
export type Outcome =
  | { outcome: 'accepted'; order: Order; fills: Fill[]; released: bigint; executionId?: number }
  | { outcome: 'refused'; refusal: Refusal }
  | { outcome: 'unknown' }

/** `waiting` is a stop before its price; what was not to wait `expired`; what met its own member was `prevented`. */
export type OrderStatus = 'waiting' | 'open' | 'filled' | 'cancelled' | 'expired' | 'prevented'

export type Order = {
  id: bigint
  clientId: string | undefined
  memberId: number
  marketId: number
  side: Side
  type: OrderType
  timeInForce: TimeInForce
  price: bigint | undefined
  stopPrice: bigint | undefined
  /** What it was to spend or to bring, where it named that instead of a quantity. */
  budget: bigint | undefined
  quantity: bigint
  filled: bigint
  /** What the filled part came to in the quote currency, before fees. */
  quoteFilled: bigint
  /** Paid so far, in the currency received, rounding included. */
  fee: bigint
  feeCurrency: CurrencyId
  /** Still held for it: quote currency of a buy, base currency of a sell. */
  held: bigint
  status: OrderStatus
  createdAt: Date
  /** When it came to the book: as it was placed, or when its stop price came. */
  workingAt: Date | undefined
  updatedAt: Date
}

/** One trade from the side of one order. */
export type Fill = {
  tradeId: number
  price: bigint
  quantity: bigint
  quote: bigint
  fee: bigint
  isMaker: boolean
}

export type OwnFill = Fill & {
  marketId: number
  orderId: bigint
  side: Side
  feeCurrency: CurrencyId
  at: Date
}

export type Trade = {
  marketId: number
  /** Counts from 1 in each market, without a gap. */
  id: number
  price: bigint
  quantity: bigint
  quote: bigint
  takerSide: Side
  at: Date
  makerOrderId: bigint
  takerOrderId: bigint
  makerId: number
  takerId: number
}

export type Level = { price: bigint; quantity: bigint }
/** `sequence` counts the batches that changed the market, over restarts too. */
export type Depth = { sequence: number; bids: Level[]; asks: Level[] }
export type BookTicker = { sequence: number; bid: Level | undefined; ask: Level | undefined }

/** Millionths of what is received. */
export type FeeRates = { maker: number; taker: number }

/** Of an order that was placed at this time: its fees stay those of that time. */
export type RatesOf = (memberId: number, placedAt: Date) => FeeRates

/** `fromId` up counts upwards by id; without it, the newest `limit`, of which `skip` are left out. */
export type PageOf = {
  marketId?: number
  fromId?: bigint
  skip?: number
  limit: number
}

/** What a member had in one market from one moment to another: from its beginning, or else the newest. */
export type SpanOf = { marketId: number; from?: Date; until?: Date; limit: number }

/** Of each market only trades with ids below the cursor's. */
export type OwnTradesAsked = {
  marketId?: number
  side?: Side
  limit: number
  cursor?: ReadonlyMap<number, bigint>
}

/** Of a rare side a page may be short though there are more. Without `next` there are none. */
export type OwnTrades = { fills: OwnFill[]; next?: ReadonlyMap<number, bigint> }

/** What one commit changed. */
export type CommittedBatch = {
  readonly at: Date
  readonly markets: MarketChange[]
  /** Whose orders were touched. */
  readonly memberIds: ReadonlySet<number>
  /** Every order that was placed, filled, changed or ended, as it is now, with its owner. */
  readonly orders: OrderChange[]
  /** The balances that were touched, as they are after the commit, of members somebody asked for. */
  readonly balances: BalanceChange[]
}

export type MarketChange = {
  marketId: number
  /** One more than that of the market's change before. */
  sequence: number
  trades: Trade[]
  /** Levels with another quantity than before; 0 means the level is gone. */
  bids: Level[]
  asks: Level[]
}

/** `fills` are those of this batch; of an amended order the quantity is another one. */
export type OrderChange = {
  order: Order
  fills: Fill[]
  isNew: boolean
  isTriggered: boolean
  isAmended: boolean
  /** The first of its numbers: for what it is above, each fill, its end. They grow in a market, over restarts too. */
  executionId: number
}
export type BalanceChange = {
  memberId: number
  currency: CurrencyId
  available: bigint
  held: bigint
}
