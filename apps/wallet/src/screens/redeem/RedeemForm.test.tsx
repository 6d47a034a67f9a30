// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { paths } from '#paths.ts'
import { RedeemForm } from '#screens/redeem/RedeemForm.tsx'
import { startNetwork } from '#testing/network.ts'
import { shown } from '#testing/shown.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('what one got out of a packet is written as its card has it', async () => {
  startNetwork({ currency: 28, amount: '3.12345678' })
  await shown(<RedeemForm />, paths.redeem())
  fireEvent.change(screen.getByLabelText('Code'), { target: { value: 'GOOD-LUCK' } })
  fireEvent.click(screen.getByRole('button', { name: /^Open/ }))
  expect((await screen.findByText(/^You got/)).textContent).toBe('You got 3.123456\u00a0BTBC')
})
