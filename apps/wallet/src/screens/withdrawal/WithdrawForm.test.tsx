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

test.each([
  { amount: '500.01', available: '800.00000000', says: 'This is over your limit' },
  { amount: '801', available: '800.00000000', says: 'Insufficient Balance' },
])('$amount of $available is refused at the field before an address is typed', async (asked) => {
  const { amount, available, says } = asked
  sessionStorage.setItem('withdrawal_3', JSON.stringify({ address: '', amount }))
  startReading([])
  await shown(<WithdrawForm info={{ ...info, available }} />, paths.withdrawal())
  expect((await screen.findByRole('alert')).textContent).toBe(`▲ ${says}`)
  const review = screen.getByRole('button', { name: /^Review/ })
  expect(review.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText(says, { selector: 'p' })).toBeTruthy()
})

test('fee and net are told to the last digit and add up to what was typed', async () => {
  sessionStorage.setItem('withdrawal_3', JSON.stringify({ address: '', amount: '1.5' }))
  startReading({ amount: '1.50000000', fee: '0.01500000', net: '1.48500000', internal: false })
  await shown(<WithdrawForm info={info} />, paths.withdrawal())
  const cost = await screen.findByText(/you receive/)
  expect(cost.textContent).toBe('Fee 0.015\u00a0USDT · you receive 1.485\u00a0USDT')
})
