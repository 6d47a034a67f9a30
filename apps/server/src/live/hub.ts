import { type LiveDayMarket, type MemberTopic, memberTopics } from '@btbc/contract/live.ts'

import type { BalanceChange, Exchange } from '#modules/exchange/index.ts'

import { type Channel, openChannel } from './channel.ts'
import { openDepthTopic } from './depth-topic.ts'
import { openMemberTopics } from './member-topics.ts'
import type { Events } from '#platform/events.ts'
import { openPace } from '#platform/pace.ts'
import { openTradesTopic, TRADES_SHOWN } from './trades-topic.ts'

/** Every topic there is, fed after each commit: by the exchange, and by what else happens in the house. */

/** Public topics send at most 20 frames a second. */
const FRAME_EVERY_MS = 50
const DAY_MARKET_EVERY_MS = 250
/** What changes without a commit: minutes leave the day, a book is read again after a fall. */
const LOOK_EVERY_MS = 1000
const FORGET_EVERY_MS = 10_000

export type Hub = {
  /** `login_required` when the topic is private and nobody has logged in. */
  find(topic: string, memberId: number | undefined): Channel | 'unknown_topic' | 'login_required'
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
}

type PublicTopic = { channel: Channel; flush: () => void }

export async function openHub(parts: HubParts): Promise<Hub> {
  const { exchange, events, readBalances, describeDays, startedAt } = parts
  const since = performance.now()
  const nextFirstSeq = (): number => startedAt + Math.floor(performance.now() - since)
  const members = openMemberTopics({ exchange, readBalances, nextFirstSeq })
  const publics = new Map<string, PublicTopic>()
  const depths = new Map<number, { ask(): void; stop(): void }>()
  const tapes = new Map<number, ReturnType<typeof openTradesTopic>>()

  for (const market of exchange.markets) {
    const newest = await exchange.trades(market.id, { limit: TRADES_SHOWN })
    const depth = openDepthTopic(exchange, market, nextFirstSeq())
    const tape = openTradesTopic(market, newest, nextFirstSeq())
    publics.set(depth.channel.name, depth).set(tape.channel.name, tape)
    tapes.set(market.id, tape)
    // Nobody listens: nothing is worked out, and the next listener gets all of it in one frame.
    const flushHeard = (): void => {
      for (const { channel, flush } of [tape, depth]) if (channel.size() > 0) flush()
    }
    depths.set(market.id, openPace(FRAME_EVERY_MS, flushHeard))
  }
  const day = openDayTopic(describeDays, nextFirstSeq())
  publics.set(day.channel.name, day)
  const dayPace = openPace(DAY_MARKET_EVERY_MS, () => {
    if (day.channel.size() > 0) day.flush()
  })

  const stopListening = exchange.onBatch(
    (batch) => {
      for (const { marketId, trades } of batch.markets) {
        if (trades.length > 0) {
          tapes.get(marketId)?.add(trades)
          dayPace.ask()
        }
        depths.get(marketId)?.ask()
      }
      members.publish(batch)
    },
    (memberId) => members.hasBalancesOf(memberId),
  )
  const stopHearing = events.follow((event) => members.tell(event))
  const looking = setInterval(() => {
    for (const pace of [...depths.values(), dayPace]) pace.ask()
  }, LOOK_EVERY_MS)
  const forgetting = setInterval(() => members.forgetUnheard(), FORGET_EVERY_MS)
  return {
    find(topic, memberId) {
      const open = publics.get(topic)
      if (open) return open.channel
      if (!isMemberTopic(topic)) return 'unknown_topic'
      return memberId === undefined ? 'login_required' : members.open(memberId, topic)
    },
    stop() {
      stopListening()
      stopHearing()
      members.stop()
      clearInterval(looking)
      clearInterval(forgetting)
      for (const pace of [...depths.values(), dayPace]) pace.stop()
    },
  }
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
