// @vitest-environment jsdom
import { acceptInvitation, readInvitation } from '@btbc/contract/operator/hiring.ts'
import { findMembers, inspectMember, readTimeline } from '@btbc/contract/operator/member.ts'
import { listProposals } from '@btbc/contract/operator/proposal.ts'
import { listSettingHistory, listSettings } from '@btbc/contract/operator/setting.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { answerWith, AT, operatorOf, refused } from '#testing/console.tsx'
import { goToAddress, startWholeConsole } from '#testing/whole-console.ts'

/** Where the focus goes in the whole console: to what is opened, and back. */

startWholeConsole()

const nothing = { list: [], total: 0, page: 1, limit: 20, next: null }

async function goTo(address: string, answers: Readonly<Record<string, unknown>>) {
  answerWith({ ...operatorOf('support', 'finance'), [listProposals.path]: nothing, ...answers })
  return await goToAddress(address)
}

/** As by keyboard: what is pressed has the focus. */
async function press(name: string | RegExp) {
  const button = await screen.findByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const isAt = async (text: string | RegExp) =>
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(text))

test('a code that opens a place leads to it, a wrong one to its field, and a taken place to the login', async () => {
  const invited = { mail: 'nora@example.test', name: 'Nora', roles: ['support'] }
  let isKnown = false
  await goTo('/console/join', {
    [readInvitation.path]: () =>
      isKnown
        ? { ...invited, secret: 'ABC', uri: 'otpauth://totp/x', expires_at: AT }
        : refused('invitation_unknown', 'This code opens nothing.'),
    [acceptInvitation.path]: {},
  })
  await screen.findByLabelText('Code from your mail')
  type('Code from your mail', 'wrong')
  await press('Go on')
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByLabelText('Code from your mail')),
  )
  isKnown = true
  type('Code from your mail', 'right')
  await press('Go on')
  await isAt(/^Nora, you are to work here as support/)
  type('New password', 'a long password')
  type('The same again', 'a long password')
  type('Code of your authenticator', '123456')
  await press('Take the place')
  await isAt('Log in to the console')
})

const member = (id: number) => ({
  id,
  name: `Member ${id}`,
  account_number: `${id}000`,
  country: 'PT',
  joined_at: AT,
  verified_at: AT,
  welcome: null,
  identity: 'none',
  identity_at: null,
  frozen_at: null,
  frozen_by_house: false,
  factors: { passkeys: 0, totp: false, recovery_codes: 0, proposal: null },
  selling: { is_seller: false, proposal: null },
  withdrawals_held_until: null,
  limits: { day_left: '0', month_left: '0' },
  sessions: [],
  notes: [],
  balances: [],
  proposal: null,
  agent: null,
  may_freeze: false,
  may_note: false,
})

test('a member who is opened has the focus, and the way back leads to who was open before', async () => {
  sessionStorage.setItem('operator_token', 'a secret')
  const found = [100_001, 100_002].map((id) => ({ ...member(id), by: 'name' }))
  const router = await goTo('/console/users', {
    [findMembers.path]: found,
    [inspectMember.path]: (url: string) => member(Number(/[?&]id=(\d+)/.exec(url)?.[1])),
    [readTimeline.path]: nothing,
  })
  await screen.findByRole('heading', { level: 1, name: 'Users' })
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'member' } })
  await press('Find')
  await press(/^Member 100001/)
  await isAt(/^Member 100001$/)
  await press(/^Member 100002/)
  await isAt(/^Member 100002$/)
  router.history.back()
  await isAt(/^Member 100001$/)
  router.history.back()
  await isAt(/^Users$/)
})

test('a setting that is picked has the focus, and the way back leads to the one before it', async () => {
  const setting = (name: string, title: string) => ({
    name,
    title,
    keeps: '',
    fields: [{ key: 'fee', label: 'Fee', unit: '%', choices: [], least: '0', most: '5' }],
    value: { fee: '1' },
    since: AT,
    coming: [],
  })
  sessionStorage.setItem('operator_token', 'a secret')
  const router = await goTo('/console/settings', {
    [listSettings.path]: [setting('a', 'Withdrawals'), setting('b', 'Invites')],
    [listSettingHistory.path]: nothing,
  })
  await press('Invites')
  await isAt(/^Invites$/)
  expect(document.activeElement?.tagName).toBe('H2')
  await press('Withdrawals')
  await isAt(/^Withdrawals$/)
  expect(document.activeElement?.tagName).toBe('H2')
  router.history.back()
  await isAt(/^Invites$/)
})
