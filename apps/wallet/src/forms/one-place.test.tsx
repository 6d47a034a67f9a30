// @vitest-environment jsdom
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { listPayableBanks } from '@btbc/contract/bank-withdrawal.ts'
import type { readWithdrawalTerms } from '@btbc/contract/withdrawal.ts'
import { onNotice } from '@btbc/ui/notice.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import type { Answer } from '#api/call.ts'
import { AddInvite } from '#screens/account/AddInvite.tsx'
import { BankForm } from '#screens/bank-withdrawal/BankForm.tsx'
import { ChangePassword } from '#screens/security/ChangePassword.tsx'
import { refused, startNetwork } from '#testing/network.ts'
import { shown } from '#testing/shown.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

test.each([
  {
    form: <AddInvite />,
    fill: () => type('Who invited you?', 'ABCD2345'),
    button: 'Add invite code',
  },
  {
    form: <ChangePassword />,
    fill: () => {
      type('Present password', 'copper-kettle-41')
      type('New password', 'copper-kettle-42')
      type('Repeat password', 'copper-kettle-42')
    },
    button: 'Change password',
  },
])('a refusal stands in the form, and in no notice over it: $button', async (each) => {
  const notices: string[] = []
  const stop = onNotice(({ text }) => notices.push(text))
  const network = startNetwork()
  await shown(each.form)
  each.fill()
  network.answers = [refused]
  fireEvent.click(screen.getByRole('button', { name: each.button }))
  await waitFor(() => expect(screen.getAllByText('Not now.')).toHaveLength(1))
  stop()
  expect(notices).toEqual([])
})

test('the first wrong field takes the focus, also a picker and an amount', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes(listPayableBanks.path)) throw new TypeError('network')
    return Response.json({ type: 'ok', message: [{ key: 'one', name: 'Test Bank' }] })
  })
  const info = { blocked: null } as Answer<typeof readWithdrawalTerms>
  await shown(<BankForm platform="bank" info={info} />)
  const button = (name: RegExp) => screen.getByRole('button', { name })
  const review = () => fireEvent.click(button(/^Review/))
  review()
  await waitFor(() => expect(document.activeElement).toBe(button(/^Bank/)))
  fireEvent.click(button(/^Bank/))
  fireEvent.click(await screen.findByText('Test Bank'))
  type('Test account number', 'TEST-1')
  type('Account holder', 'Ada')
  review()
  await waitFor(() => expect(document.activeElement).toBe(button(/^Amount/)))
})

/** Buttons without a place for words, and a purchase that goes on to another screen. */
const SAID_BY_NOTICE = [
  'content/AgreeToTerms.tsx',
  'mining/BuyStarts.tsx',
  'screens/check-in/CheckInScreen.tsx',
  'screens/deals/Blocked.tsx',
  'screens/exchange/CancelOrder.tsx',
  'screens/home/Welcome.tsx',
  'screens/notices/NoticeSettingsScreen.tsx',
  'screens/notices/NoticesScreen.tsx',
  'screens/payees/PayeesScreen.tsx',
  'screens/security/KnownReceivers.tsx',
  'screens/seller/OfferCard.tsx',
  'screens/withdrawal/AddressField.tsx',
]

test('no other screen leaves its refusals to a notice', () => {
  const src = path.resolve(import.meta.dirname, '..')
  const loud = globSync('**/*.{ts,tsx}', { cwd: src })
    .filter((file) => !file.includes('.test.') && file !== 'api/query.ts')
    .filter((file) => /useSend\((?![^()]*quiet)/.test(readFileSync(path.join(src, file), 'utf8')))
  expect(loud.toSorted()).toEqual(SAID_BY_NOTICE)
})
