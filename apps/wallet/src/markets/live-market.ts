import type { LiveDayMarket, LiveDepth, LiveOrder } from '@btbc/contract/live.ts'
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
    store = topicStore<Book | undefined>(
      `market_depth:${currencyId}`,
      undefined,
      (book, { type, data }) =>
        type === 'snapshot' || book === undefined
          ? bookOf(data as LiveDepth)
          : changeBook(book, data as LiveDepth),
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

const days = topicStore<Days>('daymarket', new Map(), (known, { data }) => {
  const changed = new Map(known)
  for (const day of data as LiveDayMarket[]) changed.set(day.currency_id, day)
  return changed
})

/** The last price and the day of every market that moved since the page opened. */
export function useDays(): Days {
  return useSyncExternalStore(days.subscribe, days.get)
}

const GATHER_MS = 250

/** Client ids of orders whose own answer says what became of them: their fill is not told twice. */
export const answering = new Set<string>()

/** Asks again for what a change of one's orders or balances touches; `onFilled` is told of each order that was filled. */
export function useOwnChanges(onFilled: (order: LiveOrder) => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function touch() {
      timer ??= setTimeout(() => {
        timer = undefined
        reload('orders')
      }, GATHER_MS)
    }
    const leaves = [
      live().follow('orders', ({ type, data }) => {
        touch()
        if (type === 'snapshot') return
        for (const order of data as LiveOrder[]) {
          const isTold = order.client_id !== undefined && answering.has(order.client_id)
          if (order.status === 'filled' && !isTold) onFilled(order)
        }
      }),
      live().follow('balances', touch),
    ]
    return () => {
      clearTimeout(timer)
      for (const leave of leaves) leave()
    }
  }, [onFilled])
}
