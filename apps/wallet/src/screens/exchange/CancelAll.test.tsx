// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { CancelAll } from '#screens/exchange/CancelAll.tsx'
import type { Order } from '#screens/exchange/order.ts'
import { lost, type Network, startNetwork } from '#testing/network.ts'
import { putAway } from '#testing/put-away.ts'
import { shown } from '#testing/shown.tsx'

let network: Network

beforeEach(() => {
  network = startNetwork({ cancelled: 2, released: [] })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const orderOf = (id: number) =>
  ({ id, direction: 'in', legal_name: 'USDT', held: '1.00000000' }) as Order

/** Opens what is listed, cancels it, and puts it away. */
async function cancel(...ids: number[]): Promise<void> {
  const before = network.sent.length
  await shown(<CancelAll market={undefined} orders={ids.map(orderOf)} />)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel all' }))
  const sheet = await screen.findByRole('dialog')
  const confirm = [...sheet.querySelectorAll('button')].at(-1)
  if (!confirm) throw new Error('nothing to confirm')
  fireEvent.click(confirm)
  await waitFor(() => expect(network.sent).toHaveLength(before + 1))
  await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBeNull())
  await putAway()
}

test('orders that were placed since a lost answer are others: they are cancelled when that is asked for', async () => {
  network.answers = [lost, lost]
  await cancel(1, 2)
  await cancel(1, 2)
  await cancel(3, 4)
  const [first, again, others] = network.sent
  expect(again?.key).toBe(first?.key)
  expect(others?.key).not.toBe(first?.key)
  expect(others?.body).toEqual({})
})
