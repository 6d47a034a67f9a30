/** A market with one who sells and one who buys. */

import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect } from 'vitest'

import type { Trade } from '#modules/exchange/exchange.ts'
import { startMarketData } from '#modules/market-data/market-data.ts'

import { give } from './funds.ts'
import { startTestServer, type TestServer } from './server.ts'

const { USDT, BTBC } = currencies
export const TICK = UNIT / 10_000n

export async function startMarket() {
  const server = await startTestServer()
  const [maker, taker] = [await server.join('m@example.com'), await server.join('t@example.com')]
  await give(server, maker.id, BTBC.id, 10_000n)
  await give(server, taker.id, USDT.id, 10_000n)
  const { exchange } = server.app
  /** Ten coins change hands at so many ticks. */
  const trade = async (ticks: bigint): Promise<void> => {
    const order = {
      marketId: BTBC.id,
      type: 'limit' as const,
      price: ticks * TICK,
      quantity: 10n * UNIT,
    }
    await exchange.place({ ...order, memberId: maker.id, side: 'sell' })
    const outcome = await exchange.place({ ...order, memberId: taker.id, side: 'buy' })
    expect(outcome).toMatchObject({ outcome: 'accepted', order: { status: 'filled' } })
  }
  return {
    server,
    maker,
    taker,
    trade,
    dayStatistics: () => server.app.marketData.dayStatistics(BTBC.id),
  }
}

/** What another start finds of the market, without what was heard. */
export async function startAgain(server: TestServer) {
  const again = await startMarketData({
    db: server.db,
    exchange: server.app.exchange,
    now: () => server.clock.now(),
    report: (error) => {
      throw error
    },
  })
  await again.stop()
  return again
}

export async function allTrades(server: TestServer): Promise<Trade[]> {
  return await server.app.exchange.trades(BTBC.id, { fromId: 1, limit: 1000 })
}
