import { randomFrom } from '@btbc/matching/random-flow.ts'
import { expect, test } from 'vitest'

import { admit, mostHeld } from './admission.ts'
import type { NewOrder } from '../exchange.ts'
import { openMarket } from './market-state.ts'
import { markets } from '../markets.ts'

test('an order never holds more than is said before the book is asked', () => {
  const random = randomFrom(7)
  const stored = { orders: [], lastTrade: undefined, endedCount: 0, lastPriority: 0 }
  for (const market of markets) {
    const state = openMarket(market, stored, { epoch: 1, sequence: 0 })
    for (let n = 0; n < 500; n += 1) {
      const price = market.tick * BigInt(1 + random.below(1_000_000))
      const type = random.pick(['limit', 'stop_limit', 'stop_market'] as const)
      const order: NewOrder = {
        memberId: 1,
        marketId: market.id,
        side: random.pick(['buy', 'sell'] as const),
        type,
        quantity: market.lot * BigInt(1_000_000 + random.below(1_000_000)),
        ...(type !== 'stop_market' && { price }),
        ...(type !== 'limit' && { stopPrice: price }),
      }
      const most = mostHeld(order, market)
      if (type === 'stop_market' && order.side === 'buy') expect(most).toBeUndefined()
      else
        expect(most).toBe(admit(order, { ...state, market: { ...market, notionalMin: 0n } }).needed)
    }
  }
})
