// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { answering } from '#markets/live-market.ts'
import type { Market } from '#markets/markets.ts'
import { ConfirmOrder, type ReviewedOrder } from '#screens/exchange/ConfirmOrder.tsx'
import type { Trading } from '#screens/exchange/trading.ts'
import { lost, type Network, startNetwork } from '#testing/network.ts'
import { putAway } from '#testing/put-away.ts'
import { shown } from '#testing/shown.tsx'

let network: Network

beforeEach(() => {
  network = startNetwork({ id: 7, status: 'open', filled: '0', avg_price: '0' })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const market = { currency_id: 1, currency_name: 'BTC', now_price: '50000' } as Market
const asked = {
  ticket: { side: 'buy', mode: 'limit', price: '50000', stop: '', terms: 'gtc', amount: '0.01' },
  outlook: {
    pays: 500n,
    gets: 1n,
    fee: 0n,
    rate: 0n,
    held: 500n,
    rest: 1n,
    restEnds: 'waits',
    isAbout: false,
    now: { amount: 0n, quote: 0n },
  },
  far: undefined,
} as never as ReviewedOrder

/** One opening of the sheet. */
function Order({ clientId, order = asked }: { clientId: string; order?: ReviewedOrder }) {
  const trading = { market, change: () => undefined } as never as Trading
  return (
    <ConfirmOrder
      trading={trading}
      asked={{ ...order, clientId }}
      open
      onOpenChange={() => undefined}
    />
  )
}

async function confirm(clientId: string): Promise<void> {
  const before = network.sent.length
  await shown(<Order clientId={clientId} />)
  const sheet = await screen.findByRole('dialog')
  const button = [...sheet.querySelectorAll('button')].at(-1)
  if (!button) throw new Error('nothing to confirm')
  fireEvent.click(button)
  expect(answering.has(clientId)).toBe(true)
  await waitFor(() => expect(network.sent).toHaveLength(before + 1))
}

test('of an order whose answer was lost its fill is told, whoever asks for it again', async () => {
  network.answers = [lost]
  await confirm('first')
  await waitFor(() => expect(answering.size).toBe(0))
  await putAway()
  await confirm('second')
  await waitFor(() => expect(answering.size).toBe(0))
  expect(network.sent[1]).toEqual(network.sent[0])
})

test('its fill is not told while its own answer is on the way, nor where that told it', async () => {
  network.answers = [
    async () =>
      Response.json({
        type: 'ok',
        message: { id: 8, status: 'filled', filled: '0.01', avg_price: '50000' },
      }),
  ]
  await confirm('at once')
  await waitFor(() => expect(network.sent).toHaveLength(1))
  await new Promise((later) => setTimeout(later, 50))
  expect([...answering]).toEqual(['at once'])
})

test('what is bought for a sum is named for what it is, and what is tiny is said to be so once', async () => {
  const ticket = { ...asked.ticket, mode: 'market', unit: 'money', amount: '1.5' } as const
  const outlook = { ...asked.outlook, isAbout: true, gets: 50n }
  await shown(<Order clientId="for a sum" order={{ ...asked, ticket, outlook }} />)
  const sheet = await screen.findByRole('dialog')
  expect([...sheet.querySelectorAll('button')].at(-1)?.textContent).toBe('Buy BTC')
  expect(sheet.textContent).toContain('<\u00a00.000001\u00a0BTC')
  expect(sheet.textContent).not.toContain('about <')
})
