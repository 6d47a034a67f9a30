// @vitest-environment jsdom
import { countAirdrop } from '@btbc/contract/operator/airdrop.ts'
import { proposeCampaign } from '@btbc/contract/operator/campaign.ts'
import { proposeLockTerms } from '@btbc/contract/operator/earn.ts'
import { proposePacket } from '@btbc/contract/operator/packet.ts'
import { proposeFunding } from '@btbc/contract/operator/pool.ts'
import { proposeSetting } from '@btbc/contract/operator/setting.ts'
import { fireEvent, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { AirdropForm } from '#screens/airdrops/AirdropForm.tsx'
import { CampaignForm } from '#screens/campaigns/CampaignForm.tsx'
import { LockTermsForm } from '#screens/earn/LockTermsForm.tsx'
import { PacketForm } from '#screens/packets/PacketForm.tsx'
import { FundForm } from '#screens/pools/FundForm.tsx'
import { ChangeForm } from '#screens/settings/ChangeForm.tsx'
import { answerWith, AT, putAway, shown } from '#testing/console.tsx'

afterEach(putAway)

const at = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(at(label), { target: { value } })
const send = () => {
  type('Reason, for the audit log', 'agreed at the meeting')
  fireEvent.submit(at('Reason, for the audit log').closest('form') ?? document.body)
}
/** What is wrong, in words, at this field. */
const said = async (label: string, words: string) =>
  await vi.waitFor(() => {
    expect(at(label).getAttribute('aria-invalid')).toBe('true')
    const note = document.getElementById(at(label).getAttribute('aria-describedby') ?? '')
    expect(note?.textContent).toContain(words)
  }, 60_000)

const held = { days: 30, day_bps: 110, min: '50', effective_at: '', is_current: true }

test('a figure out of its bounds is said at its field, with the bounds', async () => {
  const posted = answerWith({})
  const funded = { name: 'lock', currency: 3, currency_name: 'USDT', available: '1' } as const
  const pool = shown(<FundForm pools={[{ ...funded, sources: ['treasury'] }]} />)
  type('Amount in USDT', '0')
  send()
  await said('Amount in USDT', 'A figure from 0.00000001')
  pool.unmount()

  const packet = shown(<PacketForm />)
  type('Budget', '5')
  type('Shares', '10001')
  send()
  await said('Code', '6 to 32 letters and digits')
  await said('Shares', 'A whole number from 1 to 10000')
  packet.unmount()

  const lock = shown(<LockTermsForm held={held} cover={[]} />)
  type('Days', '0')
  type('Percent a day', '100.01')
  send()
  await said('Days', 'A whole number from 1 to 3650')
  await said('Percent a day', 'A figure from 0.01 to 100')
  lock.unmount()

  shown(<CampaignForm />)
  type('USDT each', '99999999999')
  send()
  await said('USDT each', 'A figure from 0 to')
  expect(posted).toEqual([])
})

test('terms of the lock hold from now when no moment is typed, and never from one that has passed', async () => {
  const posted = answerWith({ [proposeLockTerms.path]: {} })
  shown(<LockTermsForm held={held} cover={[]} />)
  type('Holds from (UTC)', '2020-01-01T00:00')
  send()
  await said('Holds from (UTC)', 'This moment has passed.')
  expect(posted).toEqual([])
  type('Holds from (UTC)', '')
  send()
  await vi.waitFor(() => expect(posted).toHaveLength(1), 60_000)
})

const refusedWith = (code: string, details: object) => () =>
  Response.json({ type: 'error', code, message: 'Not so.', details })

test('what the server refuses about a field is said at that field', async () => {
  answerWith({
    [proposeFunding.path]: refusedWith('pool_source_short', {}),
    [proposePacket.path]: refusedWith('invalid_request', { field: 'budget' }),
    [proposeLockTerms.path]: refusedWith('invalid_request', { field: 'day_bps' }),
    [proposeSetting.path]: refusedWith('setting_bounds', { field: 'Fee', least: 0, most: 5 }),
  })
  const packet = shown(<PacketForm />)
  type('Code', 'SPRING26')
  type('Budget', '5')
  send()
  await said('Budget', 'Please check this field.')
  packet.unmount()

  const lock = shown(<LockTermsForm held={held} cover={[]} />)
  send()
  await said('Percent a day', 'Please check this field.')
  lock.unmount()

  const bounds = { least: '0', most: '5', lowest: '0', highest: '5' }
  const fee = { key: 'fee', label: 'Fee', unit: '%', choices: [], ...bounds }
  const setting: ComponentProps<typeof ChangeForm>['setting'] = {
    name: 'withdrawal',
    title: 'Withdrawals',
    keeps: '',
    fields: [fee],
    value: { fee: '1' },
    since: AT,
    coming: [],
  }
  shown(<ChangeForm setting={setting} />)
  type('Fee, in %', '6')
  send()
  await said('Fee, in %', 'Not so.')
})

test('no name that a field has on the wire is shown, wherever the refusal stands', async () => {
  const of = (field: string) => refusedWith('invalid_request', { field })
  answerWith({
    [countAirdrop.path]: of('group.team_of'),
    [proposeCampaign.path]: of('prizes.0.usdt'),
  })
  const airdrop = shown(<AirdropForm />)
  type('Title', 'For all')
  type('For each member', '5')
  send()
  await said('Invited by this account number', 'Please check this field.')
  airdrop.unmount()

  shown(<CampaignForm />)
  type('Title', 'Spring')
  type('Rules, as members read them', 'Invite whom you know.')
  type('Ends (UTC)', '2099-01-01T00:00')
  send()
  const whole = await screen.findByText(
    'Something here was not understood. Please check the fields.',
  )
  expect(whole.closest('[role="alert"]')).toBeTruthy()
})
