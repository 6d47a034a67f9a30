// @vitest-environment jsdom
import { readProfile } from '@btbc/contract/account.ts'
import { quoteDeal } from '@btbc/contract/deal.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { paths } from '#paths.ts'
import { BuyScreen } from '#screens/buy/BuyScreen.tsx'
import { shownAt } from '#testing/shown.tsx'

const quote = {
  rate: '7.20',
  reference: '7.20',
  count: 2,
  least: '10.00',
  most: '1000.00',
  fiat: 'CNY',
  number: null,
  seller_name: 'Sam',
  is_simulated: false,
  seller: { up: 0, down: 0, deals_30d: 0, completed_30d: null, lines: [] },
  misuse: { count: 0, limit: 3, until: null },
}

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a frozen account reads why it buys nothing before it asks for a seller', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes(readProfile.path))
      return Response.json({ type: 'ok', message: { frozen: true } })
    return Response.json({ type: 'ok', message: url.includes(quoteDeal.path) ? quote : {} })
  })
  await shownAt(BuyScreen, paths.buy())
  await screen.findByText(/^Your account is frozen: nothing leaves it, and nothing is traded/)
  expect(screen.getByRole('button', { name: 'Buy' }).getAttribute('aria-disabled')).toBe('true')
})
