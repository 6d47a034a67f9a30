// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { paths } from '#paths.ts'
import { WithdrawForm } from '#screens/withdrawal/WithdrawForm.tsx'
import { refused, startReading } from '#testing/network.ts'
import { shown } from '#testing/shown.tsx'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const info = {
  currency: 3,
  currency_name: 'USDT',
  min: '1.00000000',
  max: '500.00000000',
  rate: '1',
  available: '500.00000000',
  blocked: null,
} as never as Parameters<typeof WithdrawForm>[0]['info']

test('what is wrong with an amount is told at once, without the name of the sign before it', async () => {
  const reading = startReading([])
  // Asked once more when the amount has settled.
  reading.answers = [refused, refused]
  await shown(<WithdrawForm info={info} />, paths.withdrawal())
  fireEvent.click(screen.getByRole('button', { name: 'All' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('▲ Not now.')
  expect(within(alert).getByText('▲').getAttribute('aria-hidden')).toBe('true')
})
