// @vitest-environment jsdom
import { houseNow } from '@btbc/client/house-clock.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Deal } from '#deals/deal-words.ts'
import { DealRow } from '#deals/DealRow.tsx'
import { Turn } from '#screens/deal/Turn.tsx'
import { shown, shownAt } from '#testing/shown.tsx'

const HOUR_MS = 3_600_000

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const dealBy = (ms: number, state: Deal['state'] = 'disputed') =>
  ({
    id: 7,
    type: 'buy',
    side: 'buyer',
    seller_name: 'Sam',
    buyer_name: 'Bea',
    state,
    deal_money: '700.00',
    number: '100.00000000',
    price: '7.00',
    create_time: '2026-03-01T12:00:00.000Z',
    pay_until: null,
    can: { pay: false },
    next: {
      who: state === 'disputed' ? 'operator' : 'seller',
      by: new Date(houseNow() + ms).toISOString(),
    },
  }) as never as Deal

async function row(deal: Deal): Promise<void> {
  await shownAt(() => <DealRow deal={deal} />)
  await screen.findByText('Bought from Sam')
}

test('by when operators decide is said until it has passed, and then that they are late', async () => {
  await row(dealBy(HOUR_MS))
  expect(screen.getByText(/^Operators decide by .+\.$/)).toBeTruthy()
  cleanup()
  await row(dealBy(-HOUR_MS))
  expect(screen.getByText(/^We were to answer by .+ and are late/)).toBeTruthy()
  expect(screen.queryByText(/Operators decide/)).toBeNull()
})

test('by when a seller confirms is said as it is: what happens then is no answer of ours', async () => {
  await row(dealBy(-HOUR_MS, 'paid'))
  expect(screen.getByText(/ · by /)).toBeTruthy()
})

test('a dispute that is open has no moment above it: its own words have one', async () => {
  await shown(<Turn deal={dealBy(-HOUR_MS)} />)
  expect(screen.getByText('Operators decide')).toBeTruthy()
})
