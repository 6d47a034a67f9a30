import type { Level } from '../exchange.ts'
import type { MarketSteps } from '../markets.ts'

/** The price levels as of the last commit: what may be shown while a batch is still under way. */
export type CommittedSide = {
  /** Adds lots at a price (or takes them away) and answers what is there now. */
  add(price: number, lots: number): number
  levels(count: number): Level[]
}

/** Prices are kept worst first, so that changes near the best move little. */
export function openCommittedSide(market: MarketSteps, side: 'bids' | 'asks'): CommittedSide {
  const prices: number[] = []
  const lotsAt: number[] = []
  const isBetter =
    side === 'bids' ? (a: number, b: number) => a > b : (a: number, b: number) => a < b

  const find = (price: number): number => {
    let low = 0
    let high = prices.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBetter(price, prices[middle] ?? 0)) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    add(price, lots) {
      const at = find(price)
      const isThere = prices[at] === price
      const left = (isThere ? (lotsAt[at] ?? 0) : 0) + lots
      if (left < 0) throw new RangeError(`${market.name}: ${left} lots at ${price}`)
      if (!isThere && left > 0) {
        prices.splice(at, 0, price)
        lotsAt.splice(at, 0, left)
      } else if (isThere && left === 0) {
        prices.splice(at, 1)
        lotsAt.splice(at, 1)
      } else if (isThere) lotsAt[at] = left
      return left
    },
    levels(count) {
      const shown: Level[] = []
      for (let at = prices.length - 1; at >= 0 && shown.length < count; at -= 1) {
        shown.push(toLevel(market, prices[at] ?? 0, lotsAt[at] ?? 0))
      }
      return shown
    },
  }
}

export function toLevel(market: MarketSteps, price: number, lots: number): Level {
  return { price: BigInt(price) * market.tick, quantity: BigInt(lots) * market.lot }
}
