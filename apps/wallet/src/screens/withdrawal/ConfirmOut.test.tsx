// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { paths } from '#paths.ts'
import { type AskedOut, ConfirmOut } from '#screens/withdrawal/ConfirmOut.tsx'
import { currentlyAsked } from '#security/asked.ts'
import { lost, startNetwork } from '#testing/network.ts'
import { shown } from '#testing/shown.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** 50 USDT to one address, as it is reviewed under this quote. */
const askedUnder = (quote_id: string): AskedOut => ({
  address: `0x${'ab'.repeat(20)}`,
  quote: {
    quote_id,
    amount: '50',
    fee: '0.5',
    net: '49.5',
    expires_at: '',
    internal: false,
    needs_approval: false,
    waits_until: null,
  },
  info: { currency: 3, currency_name: 'USDT', available: '100', rate: '1' } as AskedOut['info'],
})

test('a withdrawal whose answer was lost is made once, also when it is reviewed and proved again', async () => {
  const sent = { state: 'approved', next: { who: 'nobody', by: null } }
  const network = startNetwork(sent)
  network.answers = [lost]
  const nothing = () => undefined
  for (const [quote, outcome] of [
    ['first', /cannot be reached/],
    ['second', 'Your withdrawal is accepted'],
  ] as const) {
    const sheet = { open: true, onOpenChange: nothing, onDone: nothing, onStale: nothing }
    await shown(<ConfirmOut asked={askedUnder(quote)} {...sheet} />, paths.withdrawal())
    const hold = await screen.findByRole('button', { name: /^Withdraw 49/ })
    fireEvent.click(hold)
    fireEvent.click(hold)
    await act(async () => currentlyAsked()?.settle(`proof of the ${quote}`))
    await waitFor(() => expect(screen.getByText(outcome)).toBeTruthy())
    cleanup()
  }
  expect(network.sent).toHaveLength(2)
  expect(network.sent[1]).toEqual(network.sent[0])
  expect(network.sent[0]?.body).toMatchObject({ quote_id: 'first', proof: 'proof of the first' })
})
