// @vitest-environment jsdom
import { listPaymentMethods } from '@btbc/contract/gateway.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { paths } from '#paths.ts'
import { GatewayDepositScreen } from '#screens/gateway-deposit/GatewayDepositScreen.tsx'
import { shownAt } from '#testing/shown.tsx'

const offer = {
  open: true,
  rate: '1.00000000',
  left: '900.00000000',
  platforms: [
    {
      api: '/pay/card',
      code: 'testcard',
      name: 'Test card',
      min: '5.00000000',
      max: '2000.00000000',
      asks_account: false,
    },
  ],
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the pad says what is out of bounds as it is typed, and nothing of what is not typed yet', async () => {
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (url: string) => {
    const message = url.includes(listPaymentMethods.path) ? offer : {}
    return Response.json({ type: 'ok', message })
  })
  await shownAt(GatewayDepositScreen, paths.gatewayDeposit())
  fireEvent.click(await screen.findByRole('button', { name: /^Amount/ }))
  const pad = within(await screen.findByRole('dialog', { name: 'Amount' }))
  const input = await pad.findByRole('textbox')
  for (const [typed, wrong] of [
    ['3', 'The amount must be from 5 to 2,000.'],
    ['2001', 'The amount must be from 5 to 2,000.'],
    ['901', 'The house can take 900 at the most just now.'],
  ] as const) {
    fireEvent.change(input, { target: { value: typed } })
    await pad.findByText(wrong)
    fireEvent.change(input, { target: { value: '' } })
    await waitFor(() => expect(pad.queryByRole('alert')).toBeNull())
    expect(pad.getByText('5 – 2,000')).toBeTruthy()
  }
})
