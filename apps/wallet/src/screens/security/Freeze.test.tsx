// @vitest-environment jsdom
import { houseNow } from '@btbc/client/house-clock.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { paths } from '#paths.ts'
import { Freeze } from '#screens/security/Freeze.tsx'
import { shownAt } from '#testing/shown.tsx'

const HOUR_MS = 3_600_000

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function frozen(until: string | null) {
  const state = { frozen_at: '2026-03-01T12:00:00.000Z', unfreezes_at: until } as never
  await shownAt(() => <Freeze state={state} />, paths.security())
  await screen.findByRole('heading', { name: 'Emergency' })
  return screen.queryByRole('button', { name: 'Unfreeze account' })
}

/** What the server refuses, and whose offers it leaves out. */
const STOPS =
  /^Withdrawals, .* API keys, new orders on the exchange, new deals, the release of sales, .* stopped\./

const inMs = (ms: number) => new Date(houseNow() + ms).toISOString()

test('nobody proves who they are for an unfreezing that is refused: its button comes when it may be', async () => {
  expect(await frozen(inMs(HOUR_MS))).toBeNull()
  expect(screen.getByText(/^The account is frozen, .* You can unfreeze it from/)).toBeTruthy()
  expect(screen.getByText(STOPS)).toBeTruthy()
  cleanup()
  expect(await frozen(inMs(-HOUR_MS))).toBeTruthy()
})

test('what the house froze its owner cannot unfreeze, and reads who can', async () => {
  expect(await frozen(null)).toBeNull()
  expect(screen.getByText(/^The house has frozen the account\. .* two operators/)).toBeTruthy()
  expect(screen.getByText(STOPS)).toBeTruthy()
  expect(screen.queryByText(/You can unfreeze it/)).toBeNull()
  const way = screen.getByRole('link', { name: 'Feedback' })
  expect(way.getAttribute('href')).toBe(paths.feedback())
})
