// @vitest-environment jsdom
import { listDeals } from '@btbc/contract/deal.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { paths } from '#paths.ts'
import { DealsScreen } from '#screens/deals/DealsScreen.tsx'
import { startReading } from '#testing/network.ts'
import { shownAt } from '#testing/shown.tsx'

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const deal = {
  id: 7,
  type: 'buy',
  side: 'buyer',
  seller_name: 'Sam',
  buyer_name: 'Bea',
  state: 'finished',
  deal_money: '700.00',
  number: '100.00000000',
  price: '7.00',
  create_time: '2026-03-01T12:00:00.000Z',
  pay_until: null,
  can: { pay: false },
  next: { who: 'nobody', by: null },
}
const none = { list: [], total: 0 }

test('whoever has no deal is asked for none of them', async () => {
  startReading(none)
  await shownAt(DealsScreen, paths.deals())
  await screen.findByText('No deals yet.')
  expect(screen.queryByLabelText('Search by number')).toBeNull()
  expect(screen.queryByRole('radio')).toBeNull()
})

test('what leaves out all of them can be changed', async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, location.href)
    const isWhole = pathname.endsWith(listDeals.path) && !searchParams.has('side')
    return Response.json({ type: 'ok', message: isWhole ? { list: [deal], total: 1 } : none })
  })
  await shownAt(DealsScreen, paths.deals())
  await screen.findByText('Bought from Sam')
  fireEvent.click(screen.getByRole('radio', { name: 'Sold' }))
  await screen.findByText('No deal is like that.')
  fireEvent.click(screen.getByRole('radio', { name: 'All' }))
  await screen.findByText('Bought from Sam')
})
