// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { paths } from '#paths.ts'
import { Review } from '#screens/transfer/TransferScreen.tsx'
import type { Coin, Draft } from '#screens/transfer/transfer.ts'
import { shown } from '#testing/shown.tsx'

afterEach(cleanup)

test('who has not enough to move is told how much there is', async () => {
  const coin = {
    name: 'USDT',
    is_legal: 1,
    wallet: { change_balance: '10.00000000' },
  } as Coin
  const draft: Draft = { coin, from: 'change', to: 'legal', amount: '11' }
  await shown(<Review draft={draft} onReview={() => undefined} />, paths.transfer())
  expect(screen.getByText(/^Not enough/).textContent).toBe(
    'Not enough USDT. You have 10.00\u00a0USDT.',
  )
})
