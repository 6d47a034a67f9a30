import type { LiveBalance, LiveNews, LiveOrder } from '@btbc/contract/live.ts'
import { formatAmount, mulDiv, UNIT } from '@btbc/money/amount.ts'
import { findCurrency } from '@btbc/money/currency.ts'

import type { BalanceChange, Batch, Exchange, Order } from '#modules/exchange/index.ts'

import { type Channel, openChannel } from './channel.ts'

/** What only one member hears. A topic exists while somebody listens, and a minute longer. */

const KEPT_MS = 60_000

export const memberTopics = ['orders', 'balances', 'inbox'] as const
export type MemberTopic = (typeof memberTopics)[number]

export type MemberTopics = {
  open(memberId: number, topic: MemberTopic): Channel
  publish(batch: Batch): void
  /** Whether somebody listens to the balances of this member, or did a moment ago. */
  hasBalancesOf(memberId: number): boolean
  forgetUnheard(): void
}

type Opened = { channel: Channel; balances?: Map<number, LiveBalance>; unheardSince?: number }

export function openMemberTopics(parts: {
  exchange: Exchange
  readBalances: (memberId: number) => Promise<Omit<BalanceChange, 'memberId'>[]>
  nextFirstSeq: () => number
}): MemberTopics {
  const { exchange, readBalances, nextFirstSeq } = parts
  const opened = new Map<string, Opened>()
  const find = (memberId: number, topic: MemberTopic) => opened.get(`${memberId}:${topic}`)

  const openTopic = (memberId: number, topic: MemberTopic): Opened => {
    const base = { name: topic, firstSeq: nextFirstSeq() }
    if (topic === 'balances') {
      // A batch that is on its way now does not know yet that its balances are wanted.
      return openBalances(base, async () => {
        await exchange.flushed()
        return await readBalances(memberId)
      })
    }
    const snapshot = () =>
      topic === 'orders' ? exchange.openOrders(memberId).map(describeOrder) : []
    return { channel: openChannel({ ...base, snapshot }) }
  }

  return {
    open(memberId, topic) {
      const known = find(memberId, topic)
      if (known) return known.channel
      const fresh = openTopic(memberId, topic)
      opened.set(`${memberId}:${topic}`, fresh)
      return fresh.channel
    },
    publish(batch) {
      if (opened.size === 0) return
      const byMember = Map.groupBy(batch.orders, ({ order }) => order.memberId)
      for (const [memberId, changes] of byMember) {
        const orders = changes.map(({ order }) => order)
        find(memberId, 'orders')?.channel.publish(orders.map(describeOrder))
        const filled = orders.filter(({ status }) => status === 'filled')
        if (filled.length > 0) find(memberId, 'inbox')?.channel.publish(filled.map(describeFilled))
      }
      for (const [memberId, changes] of Map.groupBy(batch.balances, (each) => each.memberId)) {
        const topic = find(memberId, 'balances')
        if (!topic) continue
        const changed = changes.map(describeBalance)
        for (const each of changed) topic.balances?.set(each.currency, each)
        topic.channel.publish(changed)
      }
    },
    hasBalancesOf: (memberId) => find(memberId, 'balances') !== undefined,
    forgetUnheard() {
      const now = performance.now()
      for (const [name, topic] of opened) {
        if (topic.channel.size() > 0) delete topic.unheardSince
        else if (topic.unheardSince === undefined) topic.unheardSince = now
        else if (now - topic.unheardSince > KEPT_MS) opened.delete(name)
      }
    },
  }
}

/** Balances are read from the books for each snapshot; changes that come meanwhile are newer. */
function openBalances(
  base: { name: string; firstSeq: number },
  read: () => Promise<Omit<BalanceChange, 'memberId'>[]>,
): Opened {
  const balances = new Map<number, LiveBalance>()
  const load = async (): Promise<void> => {
    const before = new Map(balances)
    for (const each of await read()) {
      const isUntouched = balances.get(each.currency) === before.get(each.currency)
      if (isUntouched) balances.set(each.currency, describeBalance(each))
    }
  }
  const channel = openChannel({ ...base, load, snapshot: () => [...balances.values()] })
  return { channel, balances }
}

function describeBalance({
  currency,
  available,
  held,
}: Omit<BalanceChange, 'memberId'>): LiveBalance {
  return {
    currency,
    currency_name: codeOf(currency),
    change_balance: formatAmount(available),
    lock_change_balance: formatAmount(held),
  }
}

function describeFilled({ id, marketId, side, updatedAt }: Order): LiveNews {
  return {
    kind: 'order_filled',
    order_id: Number(id),
    currency_id: marketId,
    direction: side === 'buy' ? 'in' : 'out',
    at: updatedAt.toISOString(),
  }
}

function describeOrder(order: Order): LiveOrder {
  const { filled, quoteFilled } = order
  const average = filled === 0n ? 0n : mulDiv(quoteFilled, UNIT, filled, 'down')
  const isMarket = order.type === 'market' || order.type === 'stop_market'
  return {
    id: Number(order.id),
    price: formatAmount(isMarket ? average : (order.price ?? average)),
    number: formatAmount(order.quantity),
    filled: formatAmount(filled),
    avg_price: formatAmount(average),
    fee: formatAmount(order.fee),
    fee_currency: codeOf(order.feeCurrency),
    create_time: order.createdAt.toISOString(),
    legal_name: 'USDT',
    currency_id: order.marketId,
    currency_name: codeOf(order.marketId),
    way: isMarket ? 1 : 2,
    direction: order.side === 'buy' ? 'in' : 'out',
    status: order.status === 'open' && filled > 0n ? 'partial' : order.status,
    ...(order.clientId === undefined ? {} : { client_id: order.clientId }),
  }
}

function codeOf(currency: number): string {
  return findCurrency(currency)?.code ?? ''
}
