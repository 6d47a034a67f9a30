// @vitest-environment jsdom
import { readBankDetails, requestCredit } from '@btbc/contract/bank-deposit.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { paths } from '#paths.ts'
import { BankDepositScreen } from '#screens/bank-deposit/BankDepositScreen.tsx'
import { shownAt } from '#testing/shown.tsx'

const details = {
  bank: 'TEST BANK',
  holder: 'TEST',
  account: 'TEST 1',
  reference: 'TEST-X',
  open: true,
  rate: '1.00000000',
  min: '5.00000000',
  max: '2000.00000000',
  left: '10000.00000000',
}

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

async function open() {
  const sent: unknown[] = []
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (url: string, init?: { body?: string }) => {
    if (url.includes(requestCredit.path)) sent.push(JSON.parse(init?.body ?? ''))
    const message = url.includes(readBankDetails.path) ? details : {}
    return Response.json({ type: 'ok', message })
  })
  await shownAt(BankDepositScreen, paths.bankDeposit())
  await screen.findByLabelText('Transfer voucher')
  return { sent }
}

test('the amount and the voucher survive a reload until they were sent, and no card number does', async () => {
  sessionStorage.setItem('bank deposit', JSON.stringify({ amount: '20', voucher: 'v1' }))
  await open()
  const card = () => screen.getByLabelText<HTMLInputElement>(/card/i)
  const type = () => fireEvent.change(card(), { target: { value: 'TEST 1234' } })
  type()
  cleanup()

  const { sent } = await open()
  expect(card().value).toBe('')
  type()
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  const sheet = within(await screen.findByRole('dialog'))
  fireEvent.click(sheet.getByRole('button', { name: 'Send the voucher' }))
  const asked = { account: 'TEST 1234', amount: '20', img: 'v1' }
  await waitFor(() => expect(sent).toMatchObject([asked]))
  await waitFor(() => expect(card().value).toBe(''))
  expect(sessionStorage.getItem('bank deposit')).toBe('{"amount":"","voucher":""}')
})
