// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import type { Market } from '#markets/markets.ts'
import { PairSummary } from '#screens/exchange/ChartScreen.tsx'
import { shown } from '#testing/shown.tsx'

afterEach(cleanup)

test('a day on which little was traded is no day without a trade', async () => {
  const market: Market = {
    currency_id: 1,
    currency_name: 'BTC',
    legal_id: 3,
    now_price: '50000.00',
    high: '50000.00',
    low: '50000.00',
    change: '0.00',
    volume: '0.00002000',
    traded_at: null,
    logo: '',
    tick: '0.01',
    lot: '0.00001',
    min_notional: '1',
    simulated: false,
    halted: false,
  }
  await shown(<PairSummary market={market} />)
  expect(screen.getByText(/^24 h volume/).textContent).toBe('24 h volume 0.00002\u00a0BTC')
})
