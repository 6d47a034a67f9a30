// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { paths } from '#paths.ts'
import type { Lock } from '#screens/lock/growth.ts'
import { RunningLocks } from '#screens/lock/RunningLocks.tsx'
import { shown } from '#testing/shown.tsx'

afterEach(cleanup)

const lock: Lock = {
  id: 3,
  amount: '100.00000000',
  time_left: 2_591_000,
  day_income: '1.00000000',
  income: '0.00000000',
  plan_income: '30.00000000',
  days: 30,
  days_paid: 0,
  started_at: '2026-03-01T12:00:05.000Z',
  next_at: '2026-03-02T12:00:05.000Z',
  ends_at: '2026-03-31T12:00:05.000Z',
  exit_from: '2026-03-02T12:00:05.000Z',
}

test('a lock says the first minute in which it can be ended early, as a refusal does', async () => {
  await shown(<RunningLocks locks={[lock]} now={lock.started_at} />, paths.lockPlan())
  const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
  const first = time.format(new Date('2026-03-02T12:01:00.000Z'))
  expect(screen.getByText(/^Can be ended early from/).textContent).toContain(`${first}.`)
})
