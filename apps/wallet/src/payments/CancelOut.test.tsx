// @vitest-environment jsdom
import type { PaymentJson } from '@btbc/contract/payment-state.ts'
import { cancelWithdrawal } from '@btbc/contract/withdrawal.ts'
import { onNotice } from '@btbc/ui/notice.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
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

async function open() {
  const payment = { id: 5, can_cancel: true } as never as PaymentJson
  await shownAt(() => <CancelOut payment={payment} call={cancelWithdrawal} />)
  return await screen.findByRole('button', { name: 'Take it back' })
}

test('that it is taken back is said: its button is gone then', async () => {
  const said: string[] = []
  const stop = onNotice(({ text }) => said.push(text))
  startNetwork()
  fireEvent.click(await open())
  await vi.waitFor(() => expect(said).toEqual(['Taken back']))
  stop()
})

test('a refusal has its way on wherever it stands', async () => {
  const network = startNetwork()
  network.answers = [refusedWith('account_frozen')]
  fireEvent.click(await open())
  const way = await screen.findByRole('link', { name: 'Go to Security' })
  expect(way.getAttribute('href')).toBe(paths.security())
})
