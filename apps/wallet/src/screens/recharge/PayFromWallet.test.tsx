// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { PayFromWallet } from '#screens/recharge/PayFromWallet.tsx'
import { startNetwork } from '#testing/network.ts'
import { shown } from '#testing/shown.tsx'

afterEach(() => {
  cleanup()
  delete window.ethereum
  vi.unstubAllGlobals()
})

test('a wallet that never answers keeps nobody in the sheet', async () => {
  startNetwork()
  const request = vi.fn(() => new Promise<never>(() => undefined))
  window.ethereum = { request }
  const coin = { name: 'USDT', contract: '', decimals: 18, address: '0x1' }
  const info = { ...coin, chain_id: 31337, network: 'Test' }
  await shown(<PayFromWallet info={info as never} />)
  fireEvent.click(screen.getByRole('button', { name: /^Amount/ }))
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: '5' } })
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Pay with Wallet' }))
  const sheet = await screen.findByRole('dialog')
  fireEvent.click(await screen.findByRole('button', { name: /^Send 5/ }))
  await waitFor(() => expect(request).toHaveBeenCalled())
  fireEvent.keyDown(sheet, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
