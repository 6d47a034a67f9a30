import type { LiveDayMarket, LiveOrder } from '@btbc/contract/live.ts'
import { useEffect, useSyncExternalStore } from 'react'

import { reload } from '#api/query.ts'
import { type Book, bookOf, changeBook } from '#live/book.ts'
import { live } from '#live/live.ts'
import { topicStore, type TopicStore } from '#live/topic-store.ts'

/** What moves on the exchange while somebody looks. */

const books = new Map<number, TopicStore<Book | undefined>>()

function bookStore(currencyId: number): TopicStore<Book | undefined> {
  let store = books.get(currencyId)
  if (!store) {
    store = topicStore<Book | undefined, `market_depth:${number}`>(
      `market_depth:${currencyId}`,
      undefined,
      (book, { type, data }) =>
        type === 'snapshot' || book === undefined ? bookOf(data) : changeBook(book, data),
    )
    books.set(currencyId, store)
  }
  return store
}

/** Undefined until the first snapshot. */
export function useBook(currencyId: number): Book | undefined {
  const store = bookStore(currencyId)
  return useSyncExternalStore(store.subscribe, store.get)
}

type Days = ReadonlyMap<number, LiveDayMarket>

const days = topicStore<Days, 'daymarket'>('daymarket', new Map(), (known, { data }) => {
  const changed = new Map(known)
  for (const day of data) changed.set(day.currency_id, day)
  return changed
})

/** The last price and the day of every market that moved since the page opened. */
export function useDays(): Days {
  return useSyncExternalStore(days.subscribe, days.get)
}

/** Client ids of orders whose own answer says what became of them: their fill is not told twice. */
export const answering = new Set<string>()

/** Tells of each own order that was filled. */
export function useOwnFills(onFilled: (order: LiveOrder) => void): void {
  useEffect(
    () =>
      live().follow('orders', ({ type, data }) => {
        // What changed before it is in no event: the lists may be older than this.
        if (type === 'snapshot') return reload('orders')
        for (const order of data) {
          const isTold = order.client_id !== undefined && answering.has(order.client_id)
          if (order.status === 'filled' && !isTold) onFilled(order)
        }
      }),
    [onFilled],
  )
}
