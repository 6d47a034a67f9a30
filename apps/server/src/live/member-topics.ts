import { type EventKind, eventTags } from '@btbc/contract/events.ts'
import { OrderRow } from '@btbc/contract/exchange-rows.ts'
import {
  type LiveBalance,
  type LiveData,
  type LiveNews,
  type LiveOrder,
  type MemberTopic,
} from '@btbc/contract/live.ts'
import { formatAmount } from '@btbc/money/amount.ts'
import { currencyCode } from '@btbc/money/currency.ts'

import {
  type BalanceChange,
  type CommittedBatch,
  type Exchange,
  type Order,
  type OrderChange,
  orderRow,
} from '#modules/exchange/index.ts'
import { MINUTE_MS } from '#platform/durations.ts'
import { encode } from '#platform/encode.ts'
import type { HouseEvent } from '#platform/events.ts'
import { throttle, type Pace } from '#platform/pace.ts'

import { type Channel, openChannel } from './channel.ts'

/** What only one member hears. A topic exists while somebody listens, and a minute longer. */

const KEPT_MS = MINUTE_MS
/** However much happens to a member, they are told this often what to read again. */
const EVENTS_EVERY_MS = 250

export type MemberTopics = {
  open(memberId: number, topic: MemberTopic): Channel
  publish(batch: CommittedBatch): void
  /** Something happened that is no batch of the exchange. */
  tell(event: HouseEvent): void
  /** Whether somebody listens to the balances of this member, or did a moment ago. */
  hasBalancesOf(memberId: number): boolean
  forgetUnheard(): void
  /** What comes from the markets ends here; whoever listens again begins anew. */
  dismiss(tell: (channel: Channel) => void): void
  stop(): void
}

type Opened = {
  channel: Channel
  balances?: Map<number, LiveBalance>
  events?: OwnEvents
  unheardSince?: number
}

type Parts = {
  exchange: Pick<Exchange, 'flushed' | 'openOrders'>
  readBalances: (memberId: number) => Promise<Omit<BalanceChange, 'memberId'>[]>
  nextFirstSeq: () => number
}

export function openMemberTopics(parts: Parts): MemberTopics {
  const opened = new Map<number, Map<MemberTopic, Opened>>()
  const find = (memberId: number, topic: MemberTopic) => opened.get(memberId)?.get(topic)
  return {
    open(memberId, topic) {
      const known = find(memberId, topic)
      if (known) return known.channel
      const fresh = openTopic(parts, memberId, topic)
      const own = opened.get(memberId) ?? new Map<MemberTopic, Opened>()
      opened.set(memberId, own.set(topic, fresh))
      return fresh.channel
    },
    publish(batch) {
      if (opened.size === 0) return
      let byMember: Map<number, OrderChange[]> | undefined
      // Few of a batch's orders are of somebody who listens: they are only made for who does.
      const ordersOf = (memberId: number): Order[] => {
        byMember ??= Map.groupBy(batch.orders, ({ order }) => order.memberId)
        return (byMember.get(memberId) ?? []).map(({ order }) => order)
      }
      for (const memberId of batch.memberIds) {
        const own = opened.get(memberId)
        if (own) publishOrders(own, () => ordersOf(memberId))
      }
      for (const [memberId, changes] of Map.groupBy(batch.balances, (each) => each.memberId)) {
        const topic = find(memberId, 'balances')
        if (!topic) continue
        const changed = changes.map(describeBalance)
        for (const each of changed) topic.balances?.set(each.currency, each)
        topic.channel.publish(changed)
      }
    },
    tell({ to, kind }) {
      if (to !== 'everyone') return find(to, 'events')?.events?.add(kind)
      for (const own of opened.values()) own.get('events')?.events?.add(kind)
    },
    hasBalancesOf: (memberId) => find(memberId, 'balances') !== undefined,
    forgetUnheard() {
      for (const [memberId, own] of opened) {
        for (const [name, topic] of own) if (isForgotten(topic)) own.delete(name)
        if (own.size === 0) opened.delete(memberId)
      }
    },
    dismiss(tell) {
      for (const own of opened.values()) {
        for (const [topic, { channel }] of own) {
          if (topic === 'events') continue
          tell(channel)
          own.delete(topic)
        }
      }
    },
    stop() {
      for (const own of opened.values()) own.get('events')?.events?.pace.stop()
    },
  }
}

function openTopic(parts: Parts, memberId: number, topic: MemberTopic): Opened {
  const { exchange, readBalances, nextFirstSeq } = parts
  const base = { name: topic, firstSeq: nextFirstSeq() }
  switch (topic) {
    case 'balances':
      // A batch that is on its way now does not know yet that its balances are wanted.
      return openBalances(base, async () => {
        await exchange.flushed()
        return await readBalances(memberId)
      })
    case 'events':
      return openOwnEvents(base)
    case 'orders': {
      const snapshot = () => exchange.openOrders(memberId).map(describeOrder)
      return { channel: openChannel({ ...base, snapshot }) }
    }
    case 'inbox':
      return { channel: openChannel({ ...base, snapshot: () => [] }) }
  }
}

function publishOrders(own: ReadonlyMap<MemberTopic, Opened>, changedOrders: () => Order[]): void {
  own.get('events')?.events?.add('order.changed')
  const [orders, inbox] = [own.get('orders'), own.get('inbox')]
  if (!orders && !inbox) return
  const changed = changedOrders()
  orders?.channel.publish(changed.map(describeOrder))
  const filled = changed.filter(({ status }) => status === 'filled')
  if (filled.length > 0) inbox?.channel.publish(filled.map(describeFilled))
}

/** Whether nobody has listened to it for long; asked from time to time. */
function isForgotten(topic: Opened): boolean {
  const now = performance.now()
  if (topic.channel.size() > 0) delete topic.unheardSince
  else topic.unheardSince ??= now
  return topic.unheardSince !== undefined && now - topic.unheardSince > KEPT_MS
}

type OwnEvents = { add(kind: EventKind): void; pace: Pace }

/** What came meanwhile is one frame: to read a thing again twice tells nobody more. */
function openOwnEvents(base: { name: string; firstSeq: number }): Opened {
  let kinds = new Set<EventKind>()
  const flush = (): void => {
    if (kinds.size === 0) return
    const events: LiveData<'events'> = [...kinds].map((kind) => ({
      kind,
      about: [...eventTags[kind]],
    }))
    kinds = new Set()
    channel.publish(events)
  }
  const channel = openChannel({ ...base, flush, snapshot: () => [] })
  const pace = throttle(EVENTS_EVERY_MS, flush)
  const add = (kind: EventKind): void => {
    kinds.add(kind)
    pace.ask()
  }
  return { channel, events: { add, pace } }
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
    currency_name: currencyCode(currency),
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
  return encode(OrderRow, orderRow(order))
}
