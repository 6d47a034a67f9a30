// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { paths } from '#paths.ts'
import { ClaimSheet } from '#screens/assets/ClaimSheet.tsx'
import { startNetwork } from '#testing/network.ts'
import { shown } from '#testing/shown.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('what the fee is taken from cannot be changed any more once it is confirmed', async () => {
  const fees = { USDT: '1.00000000', BTBC: '2.00000000' }
  const asked = { amount: '10.00000000', fee: { currency: 3, amount: '1' }, fees, laterFees: fees }
  const { promise: answered, resolve: answer } = Promise.withResolvers<Response>()
  const network = startNetwork()
  network.answers = [async () => await answered]
  await shown(<ClaimSheet asked={asked} open onOpenChange={() => undefined} />, paths.assets())
  const [, fromClaim] = await screen.findAllByRole('radio')
  const fee = () => screen.getByText('Fee').nextSibling?.textContent
  const shownFee = fee()
  fireEvent.click(screen.getByRole('button', { name: 'Claim now' }))
  await waitFor(() => expect(network.sent).toHaveLength(1))
  if (fromClaim) fireEvent.click(fromClaim)
  expect(fee()).toBe(shownFee)
  await act(async () => answer(Response.json({ type: 'ok', message: {} })))
  await waitFor(() => expect(screen.queryByRole('radio')).toBeNull())
  expect(fee()).toBe(shownFee)
  expect(network.sent[0]?.body).toMatchObject({ fee_in: 'USDT' })
})
