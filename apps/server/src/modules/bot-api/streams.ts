import type { Db } from '@btbc/database/database.ts'
import { currencyCode } from '@btbc/money/currency.ts'

import type { CommittedBatch, Exchange, Market, MarketChange } from '#modules/exchange/index.ts'
import { type Interval, type MarketData, intervals } from '#modules/market-data/index.ts'
import type { Events } from '#platform/events.ts'

import { openKlineStream } from './kline-stream.ts'
import { type OtherMoves, watchOtherMoves } from './other-moves.ts'
import { bestOf, changesOf, stateOf, stateOfAll } from './paced-streams.ts'
import {
  bookEvent,
  dayEvent,
  miniDayEvent,
  orderEvents,
  positionEvent,
  tradeEvents,
} from './stream-events.ts'
import { amount, levelsJson } from './wire-form.ts'

/** Who listens to what; fed by the exchange after each commit, in the order of commits. */

export type Listener = {
  /** The text of an event of a stream by name, or of the member's own when the name is undefined. */
  hear(stream: string | undefined, event: string): void
}

export type Streams = {
  /** False when there is no such stream. */
  join(name: string, listener: Listener): boolean
  leave(name: string, listener: Listener): void
  joinMember(memberId: number, listener: Listener): void
  leaveMember(memberId: number, listener: Listener): void
  stop(): Promise<void>
}

export type StreamParts = {
  db: Db
  events: Pick<Events, 'follow'>
  exchange: Exchange
  marketData: MarketData
  now: () => Date
  report: (error: unknown, what: string) => void
}

export type Feed = {
  /** What a change of the market comes to at once. */
  tell(change: MarketChange, at: Date): object[]
  /** Time passes. */
  beat?(now: Date): void
  stop?(): void
}

/** Tells whoever listens. */
export type Say = (events: readonly object[]) => void

/** Of one market, or of all. */
type Stream = { market: Market | undefined; feed: Feed; listeners: Set<Listener>; say: Say }

const BEAT_EVERY_MS = 1000

export function openStreams(parts: StreamParts): Streams {
  const { exchange, now } = parts
  const streams = new Map<string, Stream>()
  const members = new Map<number, Set<Listener>>()
  const tellMember = (memberId: number, event: object): void =>
    hearAll(members.get(memberId) ?? [], undefined, event)
  const moves = watchOtherMoves(parts, members, tellMember)

  const tellMarkets = (batch: CommittedBatch): void => {
    for (const change of batch.markets) {
      for (const { market, feed, say } of streams.values()) {
        if (market === undefined || market.id === change.marketId) say(feed.tell(change, batch.at))
      }
    }
  }
  const stopListening = exchange.onBatch(
    (batch) => {
      tellMarkets(batch)
      if (members.size > 0) tellMembers(parts, batch, { members, moves, tell: tellMember })
    },
    (memberId) => members.has(memberId),
  )
  const beating = setInterval(() => {
    for (const { feed } of streams.values()) feed.beat?.(now())
  }, BEAT_EVERY_MS)
  return {
    join(name, listener) {
      const known = streams.get(name)
      if (known) {
        known.listeners.add(listener)
        return true
      }
      const [symbol = '', ...rest] = name.split('@')
      const market = exchange.findListed((each) => each.symbol.toLowerCase() === symbol)
      const listeners = new Set([listener])
      const say: Say = (events) => {
        for (const event of events) hearAll(listeners, name, event)
      }
      const feed = market
        ? feedOf(parts, { market, kind: rest.join('@'), say })
        : feedOfAll(parts, name, say)
      if (!feed) return false
      streams.set(name, { market, feed, listeners, say })
      return true
    },
    leave(name, listener) {
      const known = streams.get(name)
      known?.listeners.delete(listener)
      if (known?.listeners.size !== 0) return
      known.feed.stop?.()
      streams.delete(name)
    },
    joinMember(memberId, listener) {
      const known = members.get(memberId) ?? new Set()
      members.set(memberId, known.add(listener))
    },
    leaveMember(memberId, listener) {
      const known = members.get(memberId)
      known?.delete(listener)
      if (known?.size === 0) members.delete(memberId)
    },
    async stop() {
      clearInterval(beating)
      stopListening()
      for (const { feed } of streams.values()) feed.stop?.()
      await moves.stop()
    },
  }
}

/** However many listen, an event is written once. */
function hearAll(listeners: Iterable<Listener>, name: string | undefined, event: object): void {
  const text = JSON.stringify(event)
  for (const each of listeners) each.hear(name, text)
}

/** How often a stream is told that is told by the clock, unless its name says more often. */
const PACE_MS = 1000
const QUICK_PACE_MS = 100

function feedOfAll(parts: StreamParts, name: string, say: Say): Feed | undefined {
  const describe = ofAll.get(name)
  if (!describe) return undefined
  const { exchange } = parts
  return stateOfAll({ everyMs: PACE_MS, say }, (marketId, at) => {
    const market = exchange.known.find(({ id }) => id === marketId)
    return market ? describe(parts, market, at) : {}
  })
}

type OfMarket = (parts: StreamParts, market: Market, at: Date) => object

/** Streams that tell of all markets at once. */
const ofAll = new Map<string, OfMarket>([
  ['!ticker@arr', dayEvent],
  ['!miniTicker@arr', miniDayEvent],
])

function feedOf(
  parts: StreamParts,
  { market, kind, say }: { market: Market; kind: string; say: Say },
): Feed | undefined {
  const { exchange } = parts
  const [plain = '', pace, ...more] = kind.split('@')
  if (more.length > 0) return undefined
  const isDepth = /^depth(5|10|20)?$/.test(plain)
  if (pace !== undefined && !(isDepth && /^(100|1000)ms$/.test(pace))) return undefined
  const paced = { everyMs: pace === '100ms' ? QUICK_PACE_MS : PACE_MS, say }
  if (plain === 'depth') return changesOf(market, paced)
  if (isDepth) {
    const levels = Number(plain.slice('depth'.length))
    return stateOf(paced, () => {
      const { sequence, bids, asks } = exchange.depth(market.id, levels)
      return { lastUpdateId: sequence, bids: levelsJson(bids), asks: levelsJson(asks) }
    })
  }
  if (plain === 'trade' || plain === 'aggTrade') {
    return { tell: (change) => tradeEvents(market, change, plain) }
  }
  if (plain === 'bookTicker') return bestOf(() => bookEvent(exchange, market))
  if (plain === 'ticker') return stateOf(paced, (at) => dayEvent(parts, market, at))
  if (plain === 'miniTicker') return stateOf(paced, (at) => miniDayEvent(parts, market, at))
  const interval = plain.replace('kline_', '')
  if (!plain.startsWith('kline_') || !Object.hasOwn(intervals, interval)) return undefined
  const of = { market, interval: interval as Interval, openedAt: parts.now() }
  const klines = openKlineStream({ ...parts, ...of, say })
  return {
    tell(change, at) {
      if (change.trades.length > 0) klines.grow(at)
      return []
    },
    beat: (now) => klines.beat(now),
    stop: () => klines.stop(),
  }
}

/** The orders of a member first, then the balances they left. */
function tellMembers(
  { exchange }: StreamParts,
  batch: CommittedBatch,
  {
    members,
    moves,
    tell,
  }: {
    members: ReadonlyMap<number, unknown>
    moves: OtherMoves
    tell: (memberId: number, event: object) => void
  },
): void {
  for (const change of batch.orders) {
    const { memberId, marketId } = change.order
    const market = exchange.known.find(({ id }) => id === marketId)
    if (!market || !members.has(memberId)) continue
    for (const event of orderEvents(market, change, batch.at)) tell(memberId, event)
  }
  for (const [memberId, changes] of Map.groupBy(batch.balances, (each) => each.memberId)) {
    const balances = changes.map(({ currency, available, held }) => ({
      asset: currencyCode(currency),
      free: amount(available),
      locked: amount(held),
    }))
    for (const { asset } of balances) moves.noteTold(memberId, asset)
    tell(memberId, positionEvent(balances, batch.at))
  }
}
