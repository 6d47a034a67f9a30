// @vitest-environment jsdom
import type { PaymentJson } from '@btbc/contract/payment-state.ts'
import { cancelWithdrawal } from '@btbc/contract/withdrawal.ts'
import { onNotice } from '@btbc/ui/notice.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { paths } from '#paths.ts'
import { CancelOut } from '#payments/CancelOut.tsx'
import { refusedWith, startNetwork } from '#testing/network.ts'
import { shownAt } from '#testing/shown.tsx'

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The sheet that a tap opens. */
async function ask() {
  const waiting = { id: 5, can_cancel: true, amount: '12.00000000', currency_name: 'USDT' }
  const payment = waiting as never as PaymentJson
  await shownAt(() => <CancelOut payment={payment} call={cancelWithdrawal} />)
  fireEvent.click(await screen.findByRole('button', { name: /^Take it back: 12\.00\sUSDT$/ }))
  return within(await screen.findByRole('dialog', { name: 'Take it back' }))
}

type Sheet = Awaited<ReturnType<typeof ask>>
const confirm = (sheet: Sheet) =>
  fireEvent.click(sheet.getByRole('button', { name: 'Take it back' }))

test('a tap asks, with what returns, and a slip of the finger takes nothing back', async () => {
  const network = startNetwork()
  const sheet = await ask()
  expect(sheet.getByText(/12\.00\sUSDT/)).toBeTruthy()
  fireEvent.click(sheet.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(network.sent).toEqual([])
})

test('that it is taken back is said: its button is gone then', async () => {
  const said: string[] = []
  const stop = onNotice(({ text }) => said.push(text))
  const network = startNetwork()
  confirm(await ask())
  await vi.waitFor(() => expect(said).toEqual(['Taken back']))
  expect(network.sent.map(({ body }) => body)).toEqual([{ id: 5 }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  stop()
})

test('a refusal has its way on wherever it stands', async () => {
  const network = startNetwork()
  network.answers = [refusedWith('account_frozen')]
  confirm(await ask())
  const way = await screen.findByRole('link', { name: 'Go to Security' })
  expect(way.getAttribute('href')).toBe(paths.security())
})
