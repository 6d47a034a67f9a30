import { MINUTE_MS } from '#platform/durations.ts'
import { fixedWindow } from '#platform/fixed-window.ts'

import { storedIn } from '#modules/market-data/index.ts'

import { botErrors } from './bot-error.ts'

/**
 * How much a neighbourhood, and whoever was let in, may ask in a minute, and how many orders one member may
 * place in 10 seconds.
 */

export const WEIGHT_MAX = 6000
export const ORDERS_MAX = 500
/** As clients read of them. */
export const WEIGHT_LIMIT = {
  rateLimitType: 'REQUEST_WEIGHT',
  interval: 'MINUTE',
  intervalNum: 1,
  limit: WEIGHT_MAX,
}
export const ORDERS_LIMIT = {
  rateLimitType: 'ORDERS',
  interval: 'SECOND',
  intervalNum: 10,
  limit: ORDERS_MAX,
}
const TEN_SECONDS_MS = 10_000
const CANDLES_MAX = 1000

type Query = { limit?: string | undefined; interval?: string | undefined }

/** What a call counts for; one that answers rows may count for as many as are asked. */
export type Weight = number | ((query: Query) => number)

export function weightIn(weight: Weight, query: Query): number {
  return typeof weight === 'number' ? weight : weight(query)
}

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
  /** Whoever goes by this name uses so much more in this minute. */
  weigh(name: string, used: Used): void
  /** Nobody looks at a key from an address of which so much was turned away in this minute. */
  refuseGuesser(address: string, nowMs: number): void
  noteGuess(address: string, weight: number, nowMs: number): void
  countOrders(memberId: number, placed: Used): void
  /** How many of these ten seconds are used. */
  ordersOf(memberId: number, nowMs: number): number
}

/** `tell` hears how much it comes to, also when that is too much. */
type Used = { count: number; nowMs: number; tell?: ((used: number) => void) | undefined }

export function startLimits(isOn: boolean): Limits {
  const weights = fixedWindow(MINUTE_MS)
  const guesses = fixedWindow(MINUTE_MS)
  const orders = fixedWindow(TEN_SECONDS_MS)
  const refuseOver = (used: number, nowMs: number) => {
    if (isOn && used > WEIGHT_MAX) {
      throw botErrors.tooManyRequests(WEIGHT_MAX, weights.leftS(nowMs))
    }
  }
  return {
    weigh(name, { count, nowMs, tell }) {
      const used = weights.add(name, count, nowMs)
      tell?.(used)
      refuseOver(used, nowMs)
    },
    refuseGuesser: (address, nowMs) => refuseOver(guesses.used(address, nowMs), nowMs),
    noteGuess: (address, weight, nowMs) => void guesses.add(address, weight, nowMs),
    countOrders(memberId, { count, nowMs, tell }) {
      const used = orders.add(memberId, count, nowMs)
      tell?.(used)
      if (isOn && used > ORDERS_MAX) throw botErrors.tooManyOrders(ORDERS_MAX, orders.leftS(nowMs))
    },
    ordersOf: (memberId, nowMs) => orders.used(memberId, nowMs),
  }
}
