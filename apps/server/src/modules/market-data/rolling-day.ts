import { mulDiv, UNIT } from '@btbc/money/amount.ts'

import type { Trade } from '#modules/exchange/index.ts'

import { DAY_MS, MINUTE_MS } from '#platform/durations.ts'

import { addTrade, addUp, type Candle, candleOfTrade } from './candle.ts'

/** The last 24 hours of one market, minute by minute, kept as trades come. */

export type RollingDay = {
  add(trades: readonly Trade[]): void
  /** Whether nothing is missing before them. */
  follows(trades: readonly Trade[]): boolean
  /** All of it as one candle; undefined when nothing was traded. */
  sum(now: Date): Candle | undefined
  /** The last price before it; undefined when nothing was traded before. */
  previousClose(now: Date): bigint | undefined
  /** Of what was traded within so many minutes, by volume; undefined when nothing was. */
  average(now: Date, minutes: number): bigint | undefined
}

/**
 * `minutes` are candles of one minute, oldest first; trades up to `through` are in them. `previous` is the last
 * price before the first of them.
 */
export function openRollingDay(
  minutes: readonly Candle[],
  through: number,
  previous?: bigint,
): RollingDay {
  let lastLeft = previous
  let kept = minutes.map((candle) => ({ ...candle }))
  let latest = through
  /** All minutes but the last, added up; worked out again when a minute begins or is left behind. */
  let closed: { sum: Candle | undefined; first: Candle | undefined; last: Candle } | undefined

  const sumOfClosed = (last: Candle): Candle | undefined => {
    const [first] = kept
    if (closed?.first === first && closed?.last.at.getTime() === last.at.getTime()) {
      return closed.sum
    }
    const sum = kept
      .slice(0, -1)
      .reduce<Candle | undefined>((all, each) => (all ? addUp(all, each) : each), undefined)
    closed = { sum, first, last }
    return sum
  }
  const leaveBehind = (now: Date): void => {
    const since = now.getTime() - DAY_MS
    const isLeft = ({ at }: Candle) => at.getTime() + MINUTE_MS > since
    const [first] = kept
    if (!first || isLeft(first)) return
    lastLeft = kept.findLast((each) => !isLeft(each))?.close ?? lastLeft
    kept = kept.filter(isLeft)
  }
  return {
    add(trades) {
      for (const trade of trades) {
        if (trade.id <= latest) continue
        latest = trade.id
        const last = kept.at(-1)
        // A clock that was set back adds to the newest minute: the order is that of the trades.
        if (last && trade.at.getTime() < last.at.getTime() + MINUTE_MS) addTrade(last, trade)
        else kept.push(candleOfTrade(trade, 1))
      }
    },
    follows: (trades) => (trades.find(({ id }) => id > latest)?.id ?? latest + 1) === latest + 1,
    sum(now) {
      leaveBehind(now)
      const last = kept.at(-1)
      if (!last) return undefined
      const before = sumOfClosed(last)
      return before ? addUp(before, last) : { ...last }
    },
    previousClose(now) {
      leaveBehind(now)
      return lastLeft
    },
    average(now, lastMinutes) {
      const since = now.getTime() - lastMinutes * MINUTE_MS
      let volume = 0n
      let quoteVolume = 0n
      for (let index = kept.length - 1; index >= 0; index -= 1) {
        const minute = kept[index]
        if (!minute || minute.at.getTime() <= since) break
        volume += minute.volume
        quoteVolume += minute.quoteVolume
      }
      return volume === 0n ? undefined : mulDiv(quoteVolume, UNIT, volume, 'down')
    },
  }
}
