// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { paths } from '#paths.ts'
import { type Packet, PacketCard } from '#screens/redeem/PacketCard.tsx'
import { shown } from '#testing/shown.tsx'

afterEach(cleanup)

const ended: Packet = {
  id: 1,
  code: null,
  currency: 3,
  currency_name: 'USDT',
  budget: '100.00000000',
  left: '60.00000000',
  shares: 5,
  taken: 2,
  split: 'equal',
  audience: 'all',
  ends_at: '2026-03-01T12:00:00.000Z',
  ended: true,
  seed_hash: '00',
  seed: '00',
  mine: null,
}

test('a packet that ended says what of it was taken and what went back', async () => {
  await shown(<PacketCard packet={ended} />, paths.redeem())
  const returned = /^2 of 5 taken · 60\.00\sUSDT went back to the pool it came from$/
  expect(screen.getByText(returned)).toBeTruthy()
})

test('of one that was all taken nothing went back', async () => {
  await shown(<PacketCard packet={{ ...ended, taken: 5, left: '0.00000000' }} />, paths.redeem())
  expect(screen.getByText('5 of 5 taken')).toBeTruthy()
})

test('a share is short on its card, and whole where it can be worked out again', async () => {
  const mine = { place: 0, amount: '3.12345678', received_at: '2026-03-01T11:00:00.000Z' }
  const packet = { ...ended, split: 'random' as const, currency_name: 'BTBC', mine }
  await shown(<PacketCard packet={packet} />, paths.redeem())
  screen.getByText(/^Yours: 3\.123456\sBTBC$/)
  fireEvent.click(screen.getByRole('button', { name: /^Check the shares/ }))
  await screen.findByText(/Yours: 3\.12345678\sBTBC$/)
})
