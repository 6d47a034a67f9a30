// @vitest-environment jsdom
import { changeCountry, proposeFreezing } from '@btbc/contract/operator/member-acts.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { proposeHold } from '@btbc/contract/operator/sybil.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { StandingProposal } from '#desk/StandingProposal.tsx'
import { DecideDispute } from '#screens/disputes/DecideDispute.tsx'
import type { Dispute } from '#screens/disputes/DisputePanel.tsx'
import { DecideGroup } from '#screens/sybil/DecideGroup.tsx'
import type { Group } from '#screens/sybil/GroupPanel.tsx'
import { AgentForm } from '#screens/users/AgentForm.tsx'
import { CountryForm } from '#screens/users/CountryForm.tsx'
import { Factors } from '#screens/users/Factors.tsx'
import { Freezing } from '#screens/users/Freezing.tsx'
import type { Member } from '#screens/users/MemberPanel.tsx'
import { Selling } from '#screens/users/Selling.tsx'
import { proposalOf } from '#testing/answers.ts'
import { answerWith, AT, operatorOf, putAway, shown } from '#testing/console.tsx'

/** What is written for one thing while another operator does something with it. */

afterEach(putAway)
// The field of the test before is gone.
beforeEach(() => void fireEvent.pointerDown(document.body))

const WORDS = 'all of one class'
const REASON = 'Reason, for the audit log'
const answers = operatorOf('support', 'risk')

const reasons = () => screen.queryAllByLabelText<HTMLTextAreaElement>(REASON)
const write = (value: string) => {
  const [at] = reasons()
  at?.focus()
  fireEvent.change(at ?? document.body, { target: { value } })
}
const send = () => fireEvent.submit(reasons()[0]?.closest('form') ?? document.body)
/** As whoever goes elsewhere with that. */
const putWordsAway = () => {
  const button = screen.getByRole('button', { name: 'Put away what I wrote' })
  button.focus()
  fireEvent.click(button)
  button.blur()
}

const found = { id: 4, state: 'found', size: 3, may_decide: true, proposal: null }
const group = (part: object) => <DecideGroup group={{ ...found, ...part } as unknown as Group} />

test('what is written about a group stays, held, when another proposes about it or decides it', async () => {
  const posted = answerWith(answers)
  for (const now of [{ proposal: proposalOf(9) }, { state: 'dismissed' }, { state: 'held' }]) {
    const { rerender, unmount } = shown(group({}))
    write(WORDS)
    rerender(group(now))
    expect(reasons()[0]?.value).toBe(WORDS)
    expect(reasons()[0]?.readOnly).toBe(true)
    expect(screen.getByRole('alert').textContent).toMatch(/^Meanwhile|decided meanwhile/)
    send()
    putWordsAway()
    await waitFor(() => expect(reasons().map(({ value }) => value)).not.toContain(WORDS))
    unmount()
  }
  expect(posted).toEqual([])
})

test('after a group is proposed to be held nothing stands in its form any more', async () => {
  const posted = answerWith({ ...answers, [proposeHold.path]: proposalOf(9) })
  const { rerender } = shown(group({}))
  write(WORDS)
  send()
  await waitFor(() => expect(posted).toHaveLength(1))
  await waitFor(() => expect(reasons()[0]?.value).toBe(''))
  rerender(group({ proposal: proposalOf(9) }))
  reasons()[0]?.blur()
  await waitFor(() => expect(reasons()).toEqual([]))
})

test('what is written for the proposal about one thing stays when it has none any more', async () => {
  const posted = answerWith(answers)
  const { rerender } = shown(<StandingProposal proposal={proposalOf(9)} />)
  write(WORDS)
  rerender(<StandingProposal proposal={null} />)
  const card = within(screen.getByRole('article', { name: 'No 9' }))
  expect(card.getByRole('alert').textContent).toContain('decided meanwhile')
  fireEvent.click(card.getByRole('button', { name: 'Accept' }))
  expect(posted.filter(({ path }) => path === decideProposal.path)).toEqual([])
  putWordsAway()
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
})

const free = {
  id: 100_001,
  may_freeze: true,
  frozen_at: null as string | null,
  frozen_by_house: false,
  proposal: null as object | null,
  factors: { passkeys: 1, totp: false, proposal: null as object | null },
  selling: { is_seller: true, proposal: null as object | null },
  country: 'PT',
  agent: 3,
}
const proposal = proposalOf(9)
const memberForms = [
  {
    about: 'a freeze',
    form: Freezing,
    label: /^Why this account has/,
    later: [{ proposal }, { frozen_at: AT, frozen_by_house: true }],
  },
  {
    about: 'factors',
    form: Factors,
    label: /^Why/,
    later: [
      { factors: { passkeys: 1, totp: false, proposal } },
      { factors: { passkeys: 0, totp: false, proposal: null } },
    ],
  },
  {
    about: 'a seller',
    form: Selling,
    label: /^Why/,
    later: [
      { selling: { is_seller: true, proposal } },
      { selling: { is_seller: false, proposal: null } },
    ],
  },
] as const

test.each(memberForms)(
  'what is written about $about stays, held, when another was quicker',
  async ({ form: Form, label, later }) => {
    const posted = answerWith(answers)
    const about = (part: object) => <Form member={{ ...free, ...part } as unknown as Member} />
    for (const part of later) {
      const { rerender, unmount } = shown(about({}))
      const why = () => screen.getByLabelText<HTMLTextAreaElement>(label)
      fireEvent.change(why(), { target: { value: WORDS } })
      rerender(about(part))
      expect(why().value).toBe(WORDS)
      expect(screen.getByRole('alert').textContent).toMatch(/^Meanwhile|decided meanwhile/)
      fireEvent.submit(why().closest('form') ?? document.body)
      putWordsAway()
      await waitFor(() => expect(screen.queryByLabelText(label)).toBeNull())
      unmount()
    }
    expect(posted).toEqual([])
  },
)

test('what one has proposed about a member is no longer in the form', async () => {
  const posted = answerWith({ ...answers, [proposeFreezing.path]: proposal })
  shown(<Freezing member={free as unknown as Member} />)
  const why = screen.getByLabelText<HTMLTextAreaElement>(/^Why this account has/)
  fireEvent.change(why, { target: { value: WORDS } })
  fireEvent.submit(why.closest('form') ?? document.body)
  await waitFor(() => expect(posted).toHaveLength(1))
  await waitFor(() => expect(why.value).toBe(''))
})

test('a reason to change a country or an agent outlives that another changes it, and not its own change', async () => {
  answerWith({ ...answers, [changeCountry.path]: { country: 'ES' } })
  const about = (part: object) => (
    <>
      <CountryForm member={{ ...free, ...part } as unknown as Member} />
      <AgentForm member={{ ...free, ...part } as unknown as Member} />
    </>
  )
  const { rerender } = shown(about({}))
  for (const field of reasons()) fireEvent.change(field, { target: { value: WORDS } })
  rerender(about({ country: 'FR', agent: 4 }))
  expect(reasons().map(({ value }) => value)).toEqual([WORDS, WORDS])
  fireEvent.change(screen.getByLabelText(/^New country/), { target: { value: 'ES' } })
  send()
  await waitFor(() => expect(reasons().map(({ value }) => value)).toEqual(['', WORDS]))
})

test('what is written as the second answer to a dispute stays when a third operator rejects', async () => {
  const posted = answerWith(answers)
  const open = { id: 5, number: '100', state: 'disputed', may_propose: true }
  const dispute = (now: object | null) => (
    <DecideDispute found={{ ...open, proposal: now } as unknown as Dispute} />
  )
  const { rerender } = shown(dispute(proposal))
  write(WORDS)
  const [why] = reasons()
  rerender(dispute({ ...proposal, state: 'rejected' }))
  expect(reasons()).toEqual([why])
  expect(why?.value).toBe(WORDS)
  // Whoever it was may propose another end at once.
  rerender(dispute(proposalOf(10)))
  expect(reasons().map(({ value }) => value)).toEqual([WORDS, ''])
  expect(screen.getByRole('alert').textContent).toContain('decided meanwhile')
  send()
  putWordsAway()
  await waitFor(() => expect(reasons().map(({ value }) => value)).toEqual(['']))
  expect(posted).toEqual([])
})
