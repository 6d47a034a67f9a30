import { MINUTE_MS } from '#platform/durations.ts'

import { storedIn } from '#modules/market-data/index.ts'

import { botErrors } from './bot-error.ts'

/** How much one address may ask in a minute, and how many orders one member may place in 10 seconds. */

export const WEIGHT_MAX = 6000
export const ORDERS_MAX = 500
const TEN_SECONDS_MS = 10_000
const CANDLES_MAX = 1000

type Query = { limit?: string | undefined; interval?: string | undefined }

/** As many levels as are asked for, in the steps of the exchange that clients were written for. */
export function weightOfDepth({ limit = '100' }: Query): number {
  const levels = Number(limit)
  if (levels <= 100) return 5
  if (levels <= 500) return 25
  return levels <= 1000 ? 50 : 250
}

/** A hundred candles cost about what any other call does; a week is made of seven that are read. */
export function weightOfCandles({ limit = '500', interval = '' }: Query): number {
  // Whatever else is said is refused, and weighed first.
  const rows = Math.min(Number(limit) || 0, CANDLES_MAX) * storedIn(interval)
  if (rows <= 100) return 2
  return rows <= 500 ? 5 : 10 * Math.ceil(rows / 1000)
}

export type Limits = {
  /** Answers how much the address has used in this minute. */
  weigh(address: string, weight: number, nowMs: number): number
  countOrders(memberId: number, orders: number, nowMs: number): number
}

export function startLimits(isOn: boolean): Limits {
  const weights = startWindow(MINUTE_MS)
  const orders = startWindow(TEN_SECONDS_MS)
  return {
    weigh(address, weight, nowMs) {
      const used = weights.add(address, weight, nowMs)
      if (isOn && used > WEIGHT_MAX)
        throw botErrors.tooManyRequests(WEIGHT_MAX, weights.leftS(nowMs))
      return used
    },
    countOrders(memberId, count, nowMs) {
      const used = orders.add(String(memberId), count, nowMs)
      if (isOn && used > ORDERS_MAX) throw botErrors.tooManyOrders(ORDERS_MAX, orders.leftS(nowMs))
      return used
    },
  }
}

function startWindow(lengthMs: number) {
  let present = 0
  let used = new Map<string, number>()
  return {
    add(name: string, count: number, nowMs: number): number {
      const window = Math.floor(nowMs / lengthMs)
      if (window !== present) {
        present = window
        used = new Map()
      }
      const sum = (used.get(name) ?? 0) + count
      used.set(name, sum)
      return sum
    },
    leftS: (nowMs: number) => Math.max(1, Math.ceil((lengthMs - (nowMs % lengthMs)) / 1000)),
  }
}
