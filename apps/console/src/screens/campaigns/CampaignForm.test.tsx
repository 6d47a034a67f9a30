// @vitest-environment jsdom
import { proposeCampaign } from '@btbc/contract/operator/campaign.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { CampaignForm } from '#screens/campaigns/CampaignForm.tsx'
import { InviteForm } from '#screens/operators/InviteForm.tsx'
import { answerWith, putAway, shown } from '#testing/console.tsx'

afterEach(putAway)

const wordsAt = (place: HTMLElement) =>
  document.getElementById(place.getAttribute('aria-describedby') ?? '')?.textContent

test('what is missing of a campaign is said, and not the name of its field once more', async () => {
  answerWith({})
  shown(<CampaignForm />)
  const title = screen.getByLabelText('Title')
  fireEvent.submit(title.closest('form') ?? document.body)
  await vi.waitFor(() => expect(wordsAt(title)).toContain('Please enter a title.'), 60_000)
  const rules = screen.getByLabelText('Rules, as members read them')
  expect(wordsAt(rules)).toContain('Please write the rules')
  expect(document.activeElement).toBe(title)
})

test('what was typed of a campaign is there again until it is proposed', async () => {
  const posted = answerWith({ [proposeCampaign.path]: {} })
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  const { unmount } = shown(<CampaignForm />)
  type('Title', 'Summer of invites')
  type('Rules, as members read them', 'Every invite counts.')
  fireEvent.click(screen.getByRole('button', { name: 'Another prize' }))
  unmount()

  const again = shown(<CampaignForm />)
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Summer of invites')
  expect(screen.getAllByRole('group')).toHaveLength(2)
  type('Ends (UTC)', '2031-03-01T12:00')
  type('Reason, for the audit log', 'agreed at the meeting')
  fireEvent.submit(screen.getByLabelText('Title').closest('form') ?? document.body)
  await vi.waitFor(() => expect(posted).toHaveLength(1), 60_000)
  await vi.waitFor(
    () => expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe(''),
    60_000,
  )
  again.unmount()
  shown(<CampaignForm />)
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('')
})

test('who chose no role is told so at the choice, which takes the focus', async () => {
  answerWith({})
  shown(<InviteForm />)
  const type = (label: RegExp | string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  type('Mail address', 'new@example.test')
  type('Name', 'Nora')
  type('Reason, for the audit log', 'agreed at the meeting')
  fireEvent.submit(screen.getByLabelText('Name').closest('form') ?? document.body)
  const choice = screen.getByRole('group', { name: 'Roles' })
  await vi.waitFor(() => expect(document.activeElement).toBe(choice), 60_000)
  expect(wordsAt(choice)).toBe('▲ Please choose at least one role.')
})
