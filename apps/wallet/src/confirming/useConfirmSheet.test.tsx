// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import type { Deal } from '#deals/deal-words.ts'
import { AfterPaid } from '#screens/deal/AfterPaid.tsx'
import { Block } from '#screens/deal/Block.tsx'
import { Paying } from '#screens/deal/Paying.tsx'
import { Freeze } from '#screens/security/Freeze.tsx'
import { refused, startNetwork } from '#testing/network.ts'
import { shown } from '#testing/shown.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const deal = {
  id: 7,
  side: 'buyer',
  seller_name: 'Sam',
  buyer_name: 'Bea',
  is_blocked: false,
  cancel_asked_by: null,
  dispute: null,
  deal_money: '700.00',
  can: { cancel: true, cancel_both: true, dispute: false },
  misuse: { count: 0, limit: 3 },
} as never as Deal

test.each([
  { of: <Paying deal={deal} />, asks: 'Cancel the deal' },
  { of: <AfterPaid deal={deal} />, asks: 'Cancel together' },
  { of: <Block deal={deal} />, asks: 'Block Sam' },
  { of: <Freeze state={{ frozen_at: null } as never} />, asks: 'Freeze account' },
])('a sheet that is opened anew says nothing of an earlier refusal: $asks', async (each) => {
  const network = startNetwork()
  network.answers = [refused]
  await shown(each.of)
  const ask = async () => {
    fireEvent.click(screen.getByRole('button', { name: each.asks }))
    return within(await screen.findByRole('dialog'))
  }
  const sheet = await ask()
  const confirm = sheet.getAllByRole('button').at(-1)
  if (!confirm) throw new Error('nothing to confirm')
  fireEvent.click(confirm)
  await sheet.findByText('Not now.')
  fireEvent.click(sheet.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await ask()).queryByText('Not now.')).toBeNull()
})

test('that somebody could not be unblocked is said where it was asked for', async () => {
  const network = startNetwork()
  network.answers = [refused]
  await shown(<Block deal={{ ...deal, is_blocked: true }} />)
  fireEvent.click(screen.getByRole('button', { name: 'Unblock' }))
  expect(await screen.findByText('Not now.')).toBeTruthy()
  expect(network.sent.map(({ body }) => body)).toEqual([{ id: 7, blocked: false }])
})
