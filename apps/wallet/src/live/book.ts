import { isZero, parseAmount } from '@btbc/money/amount.ts'

/** One side's levels by their price, as the socket writes both. */
type Levels = ReadonlyMap<string, string>
export type Book = { bids: Levels; asks: Levels }
export type Level = { price: string; quantity: string; units: bigint }

/** What `market_depth` sends: all levels in a snapshot, the changed ones in a delta. */
export type DepthData = {
  bids: readonly (readonly [price: string, quantity: string])[]
  asks: readonly (readonly [price: string, quantity: string])[]
}

export function bookOf({ bids, asks }: DepthData): Book {
  return { bids: new Map(bids), asks: new Map(asks) }
}

/** A quantity of 0 takes the level away. */
export function changeBook(book: Book, { bids, asks }: DepthData): Book {
  return { bids: changeLevels(book.bids, bids), asks: changeLevels(book.asks, asks) }
}

/** The best levels of a side, best first. */
export function bestLevels(book: Book, side: keyof Book, count: number): Level[] {
  const levels = [...book[side]].map(([price, quantity]) => ({
    price,
    quantity,
    units: parseAmount(price) ?? 0n,
  }))
  const sign = side === 'asks' ? 1 : -1
  levels.sort((a, b) => (a.units === b.units ? 0 : a.units < b.units ? -sign : sign))
  return levels.slice(0, count)
}

function changeLevels(levels: Levels, changes: DepthData['bids']): Levels {
  if (changes.length === 0) return levels
  const changed = new Map(levels)
  for (const [price, quantity] of changes) {
    if (isZero(quantity)) changed.delete(price)
    else changed.set(price, quantity)
  }
  return changed
}
