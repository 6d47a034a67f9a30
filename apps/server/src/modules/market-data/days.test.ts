import { expect, test } from 'vitest'

import type { Trade } from '#modules/exchange/index.ts'

import { openDays } from './days.ts'
import { openRollingDay, type RollingDay } from './rolling-day.ts'

const BTC = 1
const NOON = new Date('2026-03-01T12:00:00Z')

test('a day that was read before another does not take its place, however late it comes', async () => {
  const reads: PromiseWithResolvers<RollingDay>[] = []
  const days = openDays({
    async readDay() {
      const asked = Promise.withResolvers<RollingDay>()
      reads.push(asked)
      return await asked.promise
    },
    report: (error) => expect(error).toBe(undefined),
  })
  const first = days.read(BTC)
  const second = days.read(BTC)
  days.hear(BTC, [tradeOf(1)])
  // Both of before the trade; the one that began later is there first.
  for (const [n, reading] of [second, first].entries()) {
    reads[1 - n]?.resolve(openRollingDay([], 0))
    await reading
  }
  expect(days.of(BTC)?.sum(NOON)?.trades).toBe(1)
})

function tradeOf(id: number): Trade {
  return {
    marketId: BTC,
    id,
    price: 1n,
    quantity: 1n,
    quote: 1n,
    takerSide: 'buy',
    at: NOON,
    makerOrderId: 1n,
    takerOrderId: 2n,
    makerId: 1,
    takerId: 2,
  }
}
