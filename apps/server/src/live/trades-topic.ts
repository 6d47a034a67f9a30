import type { LiveTrade } from '@btbc/contract/live.ts'
import { formatAmount } from '@btbc/money/amount.ts'

import type { Market, Trade } from '#modules/exchange/index.ts'

import { type Channel, openChannel } from './channel.ts'

/** The newest trades: in a snapshot, and at most in one frame. */
export const TRADES_SHOWN = 50

/** The tape of one market. Ids rise by one; a gap says that more were made than anybody could read. */
export function openTradesTopic(
  market: Market,
  newest: readonly Trade[],
  firstSeq: number,
): { channel: Channel; add: (trades: readonly Trade[]) => void; flush: () => void } {
  let shown = newest.slice(-TRADES_SHOWN).map(describeTrade)
  let pending: Trade[] = []
  let latest = newest.at(-1)?.id ?? 0
  const flush = (): void => {
    if (pending.length === 0) return
    const fresh = pending.map(describeTrade)
    pending = []
    shown = [...shown, ...fresh].slice(-TRADES_SHOWN)
    channel.publish(fresh)
  }
  const channel: Channel = openChannel({
    name: `trades:${market.id}`,
    firstSeq,
    flush,
    snapshot: () => shown,
  })
  const add = (trades: readonly Trade[]): void => {
    const fresh = trades.filter(({ id }) => id > latest)
    latest = fresh.at(-1)?.id ?? latest
    pending = [...pending, ...fresh].slice(-TRADES_SHOWN)
  }
  return { channel, add, flush }
}

function describeTrade({ id, price, quantity, takerSide, at }: Trade): LiveTrade {
  return {
    id,
    price: formatAmount(price),
    number: formatAmount(quantity),
    direction: takerSide === 'buy' ? 'in' : 'out',
    create_time: at.toISOString(),
  }
}
