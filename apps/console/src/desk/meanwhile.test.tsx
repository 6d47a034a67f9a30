// @vitest-environment jsdom
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { proposeHold } from '@btbc/contract/operator/sybil.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { StandingProposal } from '#desk/StandingProposal.tsx'
import { DecideGroup } from '#screens/sybil/DecideGroup.tsx'
import type { Group } from '#screens/sybil/GroupPanel.tsx'
import { proposalOf } from '#testing/answers.ts'
import { answerWith, operatorOf, putAway, shown } from '#testing/console.tsx'

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
