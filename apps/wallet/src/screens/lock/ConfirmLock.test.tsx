// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, test, vi } from 'vitest'

import { paths } from '#paths.ts'
import { ConfirmLock } from '#screens/lock/ConfirmLock.tsx'
import { lockPlan } from '#testing/lock-plan.ts'
import { startNetwork } from '#testing/network.ts'
import { shown } from '#testing/shown.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a lock that was confirmed later than its sheet was opened is paid as the answer says', async () => {
  const bought = { id: 1, next_at: '2026-03-02T15:07:00Z', ends_at: '2026-04-02T15:07:00Z' }
  startNetwork(bought)
  const sheet = { open: true, onOpenChange: () => undefined, onDone: () => undefined }
  await shown(
    <ConfirmLock asked={{ plan: lockPlan, amount: '100' }} {...sheet} />,
    paths.lockPlan(),
  )
  const date = (at: string) =>
    new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(new Date(at))
  await screen.findByText(`All together by ${date('2026-03-31T12:00:00Z')}`)
  const lock = screen.getByRole('button', { name: /^Lock/ })
  fireEvent.click(lock)
  fireEvent.click(lock)
  const time = new Intl.DateTimeFormat('en', { timeStyle: 'short' })
  const firstAt = time.format(new Date(bought.next_at))
  await screen.findByText((text) => text.endsWith(`${firstAt}.`))
  screen.getByText(`All together by ${date(bought.ends_at)}`)
})
