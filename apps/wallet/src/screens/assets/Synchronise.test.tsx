// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { paths } from '#paths.ts'
import { Synchronise } from '#screens/assets/Synchronise.tsx'
import { startNetwork } from '#testing/network.ts'
import { shown } from '#testing/shown.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the pause is over when its time has passed, also where nobody counted the seconds', async () => {
  startNetwork({ wait_s: 60 })
  vi.useFakeTimers({ toFake: ['Date'] })
  await shown(<Synchronise />, paths.assets())
  fireEvent.click(screen.getByRole('button', { name: 'Synchronise' }))
  await screen.findByText('Again in 60 s')
  vi.setSystemTime(Date.now() + 45_000)
  await screen.findByText('Again in 15 s')
  vi.setSystemTime(Date.now() + 15_000)
  await vi.waitFor(() => expect(screen.queryByText(/^Again in/)).toBeNull())
})
