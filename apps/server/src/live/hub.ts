import {
  type LiveAnswer,
  type LiveDayMarket,
  type LiveErrorCode,
  type MemberTopic,
  memberTopics,
} from '@btbc/contract/live.ts'

import type { BalanceChange, CommittedBatch, Exchange } from '#modules/exchange/index.ts'

import { type Channel, openChannel } from './channel.ts'
import { openDepthTopic } from './depth-topic.ts'
import { openMemberTopics } from './member-topics.ts'
import { singleFlight } from '#platform/background.ts'
import type { Events } from '#platform/events.ts'
import { throttle, type Pace } from '#platform/pace.ts'
import { openTradesTopic, TRADES_SHOWN } from './trades-topic.ts'

/** Every topic there is, fed after each commit: by the exchange, and by what else happens in the house. */

/** Public topics send at most 20 frames a second. */
const FRAME_EVERY_MS = 50
const DAY_MARKET_EVERY_MS = 250
/** What changes without a commit: minutes leave the day, a book is read again after a fall. */
const LOOK_EVERY_MS = 1000
const FORGET_EVERY_MS = 10_000

export type Hub = {
  /** Why not, when the topic is private and nobody has logged in, or the markets are elsewhere. */
  find(topic: string, memberId: number | undefined): Channel | LiveErrorCode
  stop(): void
}

export type HubParts = {
  exchange: Exchange
  events: Events
  readBalances: (memberId: number) => Promise<Omit<BalanceChange, 'memberId'>[]>
  /** What `daymarket` says of every market. */
  describeDays: () => LiveDayMarket[]
  /** Milliseconds that never repeat over restarts: where the topics begin to count. */
  startedAt: number
  report: (error: unknown, what: string) => void
}

type PublicTopic = { channel: Channel; flush: () => void; marketId?: number }

export async function openHub(parts: HubParts): Promise<Hub> {
  const { exchange, events, readBalances, startedAt, report } = parts
  const since = performance.now()
  const nextFirstSeq = (): number => startedAt + Math.floor(performance.now() - since)
  const members = openMemberTopics({ exchange, readBalances, nextFirstSeq })
  const markets = await openMarketTopics({ ...parts, nextFirstSeq })
  const stopListening = exchange.onBatch(
    (batch) => {
      markets.hear(batch)
      members.publish(batch)
    },
    (memberId) => members.hasBalancesOf(memberId),
  )
  const stopHearing = events.follow((event) => members.tell(event))
  let isOpen = exchange.isOpen()
  const look = singleFlight(async () => {
    if (!exchange.isOpen()) {
      isOpen = false
      for (const { channel } of markets.topics.values()) dismiss(channel)
      members.dismiss(dismiss)
      return
    }
    if (!isOpen) await markets.catchUp()
    isOpen = true
    markets.look()
  })
  const looking = setInterval(
    () => void look().catch((error: unknown) => report(error, 'topics of the markets')),
    LOOK_EVERY_MS,
  )
  const forgetting = setInterval(() => members.forgetUnheard(), FORGET_EVERY_MS)
  return {
    find(topic, memberId) {
      const isHere = isOpen && exchange.isOpen()
      const open = markets.find(topic)
      if (open) return isHere ? open.channel : 'unavailable'
      if (!isMemberTopic(topic)) return 'unknown_topic'
      if (memberId === undefined) return 'login_required'
      // What else happens to a member every server hears.
      return isHere || topic === 'events' ? members.open(memberId, topic) : 'unavailable'
    },
    stop() {
      stopListening()
      stopHearing()
      members.stop()
      markets.stop()
      clearInterval(looking)
      clearInterval(forgetting)
    },
  }
}

/** What everybody may hear: of each market its levels and its trades, and the day of all of them. */
async function openMarketTopics({
  exchange,
  describeDays,
  nextFirstSeq,
}: Pick<HubParts, 'exchange' | 'describeDays'> & { nextFirstSeq: () => number }) {
  const topics = new Map<string, PublicTopic>()
  const depths = new Map<number, Pace>()
  const tapes = new Map<number, ReturnType<typeof openTradesTopic>>()
  for (const market of exchange.known) {
    const newest = await exchange.trades(market.id, { limit: TRADES_SHOWN })
    const depth = openDepthTopic(exchange, market, nextFirstSeq())
    const tape = openTradesTopic(market, newest, nextFirstSeq())
    const { id: marketId } = market
    topics.set(depth.channel.name, { ...depth, marketId })
    topics.set(tape.channel.name, { ...tape, marketId })
    tapes.set(market.id, tape)
    // Nobody listens: nothing is worked out, and the next listener gets all of it in one frame.
    const flushHeard = (): void => {
      for (const { channel, flush } of [tape, depth]) if (channel.size() > 0) flush()
    }
    depths.set(market.id, throttle(FRAME_EVERY_MS, flushHeard))
  }
  const day = openDayTopic(describeDays, nextFirstSeq())
  topics.set(day.channel.name, day)
  const dayPace = throttle(DAY_MARKET_EVERY_MS, () => {
    if (day.channel.size() > 0) day.flush()
  })
  return {
    topics,
    /** What is about a market that is not listed is not there yet. */
    find(topic: string): PublicTopic | undefined {
      const open = topics.get(topic)
      if (open?.marketId === undefined) return open
      return exchange.findListed(({ id }) => id === open.marketId) ? open : undefined
    },
    hear(batch: CommittedBatch): void {
      for (const { marketId, trades } of batch.markets) {
        if (trades.length > 0) {
          tapes.get(marketId)?.add(trades)
          dayPace.ask()
        }
        depths.get(marketId)?.ask()
      }
    },
    /** What was traded while the markets were another server's. */
    async catchUp(): Promise<void> {
      for (const [id, tape] of tapes) tape.add(await exchange.trades(id, { limit: TRADES_SHOWN }))
    },
    look(): void {
      for (const pace of [...depths.values(), dayPace]) pace.ask()
    },
    stop(): void {
      for (const pace of [...depths.values(), dayPace]) pace.stop()
    },
  }
}

/** This server has nothing to say of it for now, and says so. */
function dismiss(channel: Channel): void {
  const answer: LiveAnswer = { op: 'error', code: 'unavailable', topic: channel.name }
  channel.dismiss(JSON.stringify(answer))
}

function isMemberTopic(topic: string): topic is MemberTopic {
  return memberTopics.some((each) => each === topic)
}

/** The list of markets: a frame has those whose row is another than before. */
function openDayTopic(describeDays: () => LiveDayMarket[], firstSeq: number): PublicTopic {
  let shown = describeDays()
  const flush = (): void => {
    const before = new Map(shown.map((row) => [row.currency_id, JSON.stringify(row)]))
    shown = describeDays()
    const changed = shown.filter((row) => before.get(row.currency_id) !== JSON.stringify(row))
    if (changed.length > 0) channel.publish(changed)
  }
  const channel: Channel = openChannel({
    name: 'daymarket',
    firstSeq,
    flush,
    snapshot: () => shown,
  })
  return { channel, flush }
}
