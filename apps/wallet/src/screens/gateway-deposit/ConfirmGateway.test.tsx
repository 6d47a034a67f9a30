// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { ConfirmGateway } from '#screens/gateway-deposit/ConfirmGateway.tsx'
import { startNetwork } from '#testing/network.ts'
import { shown } from '#testing/shown.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const asked = {
  platform: {
    api: '/pay/recharge' as const,
    code: 'sandboxpay',
    name: 'SandboxPay',
    min: '10',
    max: '100',
    asks_account: false,
  },
  amount: '20',
  account: '',
  payType: undefined,
  rate: '1',
}

const TO_PAY = 'Go to the payment page'

/** Goes on, and answers where the app went; no page comes. */
async function goOn(page: string, onOpenChange = vi.fn()) {
  const network = startNetwork()
  network.answers = [async () => Response.json({ type: 'ok', message: page })]
  const assign = vi.fn()
  vi.stubGlobal('location', { assign })
  await shown(
    <ConfirmGateway asked={asked} open onOpenChange={onOpenChange} onRefused={() => undefined} />,
  )
  fireEvent.click(await screen.findByRole('button', { name: TO_PAY }))
  await screen.findByRole('button', { name: 'Done' })
  return assign
}

test('who is not taken to the payment page has a link to it, and can put the sheet away', async () => {
  const page = 'https://sandbox.test/checkout?order=G1'
  const onOpenChange = vi.fn()
  const assign = await goOn(page, onOpenChange)
  expect(assign).toHaveBeenCalledExactlyOnceWith(page)
  expect(screen.getByText('The payment page is opening')).toBeTruthy()
  expect(screen.getByRole('link', { name: TO_PAY }).getAttribute('href')).toBe(page)
  await vi.waitFor(() => {
    fireEvent.click(screen.getByRole('button', { name: 'Done' }))
    expect(onOpenChange).toHaveBeenCalledWith(false)
  }, 60_000)
})

test('nobody is sent to a page that is no sandbox', async () => {
  const assign = await goOn('javascript:alert(1)')
  expect(screen.getByText(/not a sandbox/)).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
  expect(assign).not.toHaveBeenCalled()
})
