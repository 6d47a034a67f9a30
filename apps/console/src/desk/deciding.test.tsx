// @vitest-environment jsdom
import { decideProposal, listProposals } from '@btbc/contract/operator/proposal.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { ProposalList } from '#desk/ProposalList.tsx'
import { proposalOf } from '#testing/answers.ts'
import { answerWith, operatorOf, putAway, shown } from '#testing/console.tsx'

const reason = 'as the meeting said'

afterEach(putAway)

const two = { list: [proposalOf(1), proposalOf(2)], total: 2, page: 1, limit: 20 }
const open = async (answers: Readonly<Record<string, unknown>>) => {
  const posted = answerWith({ ...operatorOf('finance'), [listProposals.path]: two, ...answers })
  shown(<ProposalList of={{}} empty="Nothing." />)
  await screen.findByRole('article', { name: 'No 1' })
  return posted
}
const reasonOf = (name: string) =>
  within(screen.getByRole('article', { name })).getByLabelText<HTMLTextAreaElement>(
    'Reason, for the audit log',
  )
const write = (name: string) => fireEvent.change(reasonOf(name), { target: { value: reason } })

test('an act that no answer came to is not said to have changed nothing', async () => {
  const posted = await open({ [decideProposal.path]: null })
  write('No 1')
  const card = within(screen.getByRole('article', { name: 'No 1' }))
  fireEvent.click(card.getByRole('button', { name: 'Accept' }))
  const said = await card.findByRole('alert')
  expect(said.textContent).toContain('It may have been done')
  expect(said.textContent).not.toMatch(/nothing was changed/i)
  expect(posted).toHaveLength(1)
})

test('a read that no answer came to is asked for again, and nobody is told to look what it did', async () => {
  answerWith({ [listProposals.path]: null })
  shown(<ProposalList of={{}} empty="Nothing." />)
  const said = await screen.findByText(/could not be reached/)
  expect(said.textContent).not.toContain('may have been done')
})

test('R on one proposal rejects no other', async () => {
  const posted = await open({ [decideProposal.path]: { ...proposalOf(2), state: 'accepted' } })
  screen.getByRole('article', { name: 'No 1' }).focus()
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'r' })
  expect(document.activeElement).toBe(reasonOf('No 1'))
  expect(screen.getByText('Ctrl with Enter rejects.').id).toBe(
    reasonOf('No 1').getAttribute('aria-describedby'),
  )
  write('No 2')
  fireEvent.keyDown(reasonOf('No 2'), { key: 'Enter', ctrlKey: true })
  await vi.waitFor(() => expect(posted).toHaveLength(1), 60_000)
  expect(posted[0]?.request).toEqual({ id: 2, decision: 'accept', reason })
})
