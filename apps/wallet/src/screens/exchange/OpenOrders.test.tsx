// @vitest-environment jsdom
import { cancelOrder, listMarkets, listOpenBuys } from '@btbc/contract/exchange.ts'
import { onNotice } from '@btbc/ui/notice.ts'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { paths } from '#paths.ts'
import { OpenOrders } from '#screens/exchange/OpenOrders.tsx'
import type { Order } from '#screens/exchange/order.ts'
import { shown } from '#testing/shown.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const orderOf = (id: number): Order => ({
  id,
  price: '100.00000000',
  number: `${id}.00000000`,
  filled: '0.00000000',
  avg_price: '0.00000000',
  fee: '0.00000000',
  fee_currency: 'BTC',
  create_time: '2026-03-01T00:00:00.000Z',
  legal_name: 'USDT',
  currency_id: 1,
  currency_name: 'BTC',
  type: 'limit',
  stop_price: null,
  terms: 'gtc',
  held: `${id}00.00000000`,
  way: 2,
  direction: 'in',
  status: 'open',
})

type Cancelling = { answer: (response: Response) => void; lose: (error: Error) => void }

const ok = (message: unknown) => Response.json({ type: 'ok', message })

/** A book with these orders, and what is asked to be cancelled, which the test answers. */
function startBook(open: readonly number[]): Map<number, Cancelling> {
  const cancelling = new Map<number, Cancelling>()
  vi.stubGlobal('fetch', async (url: string, init: { body: string }) => {
    if (url.endsWith(cancelOrder.path)) {
      const { id } = JSON.parse(init.body) as { id: number }
      return await new Promise((answer, lose) => cancelling.set(id, { answer, lose }))
    }
    if (url.includes(listMarkets.path)) return ok([])
    const list = url.endsWith(listOpenBuys.path) ? open.map(orderOf) : []
    return ok({ list, total: list.length })
  })
  return cancelling
}

const rows = () => screen.queryAllByRole('listitem', { hidden: true }).map((row) => row.textContent)

test('each order that is cancelled comes to its own end, whatever is cancelled after it', async () => {
  const notices: string[] = []
  const stop = onNotice(({ text }) => notices.push(text))
  const open = [3, 2, 1]
  const cancelling = startBook(open)
  await shown(<OpenOrders market={undefined} />, paths.exchange())
  await waitFor(() => expect(rows()).toHaveLength(3))
  for (const id of [1, 2, 3]) {
    fireEvent.click(await screen.findByText('Cancel', { selector: `li:nth-child(${4 - id}) *` }))
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel order' }))
    await waitFor(() => expect(cancelling.has(id)).toBe(true))
  }
  expect(rows()).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/Cancelling$/)))
  await act(async () => cancelling.get(1)?.lose(new TypeError('network')))
  await waitFor(() => expect(rows()[2]).toMatch(/Cancel$/))
  open.splice(1, 1)
  await act(async () => cancelling.get(2)?.answer(ok({ id: 2, released: '200.00000000' })))
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(rows()[0]).toMatch(/Cancelling$/)
  expect(notices.at(-1)).toBe('Cancelled. 200.00\u00a0USDT are available again')
  stop()
})
