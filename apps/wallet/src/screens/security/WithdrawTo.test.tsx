// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { paths } from '#paths.ts'
import { WithdrawTo } from '#screens/security/WithdrawTo.tsx'
import { refused, startReading } from '#testing/network.ts'
import { shown } from '#testing/shown.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('nobody is told that they have no saved addresses before these were read', async () => {
  const reading = startReading([{ id: 1, name: 'Cold', address: `0x${'ab'.repeat(20)}` }])
  reading.answers = [refused]
  await shown(<WithdrawTo chosen={[]} onChange={() => undefined} />, paths.apiKeys())
  expect(screen.queryByText(/You have none yet/)).toBeNull()
  await screen.findByText('Not now.')
  expect(screen.queryByText(/You have none yet/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Cold')).toBeTruthy()
})
