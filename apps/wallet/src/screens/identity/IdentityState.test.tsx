// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { IdentityState } from '#screens/identity/IdentityState.tsx'
import { startNetwork } from '#testing/network.ts'
import { shown } from '#testing/shown.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const HOUR_MS = 3_600_000

test.each([
  [HOUR_MS, /An operator answers by/],
  [-HOUR_MS, /We were to answer by .+ and are late/],
])('who answers by a moment that is %i ms away says so, or that it is late', async (ms, words) => {
  const review = {
    review_status: 1,
    name: 'Ann',
    card_end: '1234',
    submitted_at: null,
    decide_by: new Date(Date.now() + ms).toISOString(),
  }
  startNetwork(review)
  await shown(<IdentityState review={review as never} />)
  expect(screen.getByText(words)).toBeTruthy()
})
