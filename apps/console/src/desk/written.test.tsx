// @vitest-environment jsdom
import { decideCase, listCases, readCase } from '@btbc/contract/operator/case.ts'
import { proposeDealDecision } from '@btbc/contract/operator/dispute.ts'
import { decideProposal, listProposals } from '@btbc/contract/operator/proposal.ts'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { queryClient } from '#api/query.ts'
import { ProposalList } from '#desk/ProposalList.tsx'
import { QueueDesk } from '#desk/QueueDesk.tsx'
import { useShortcuts } from '#desk/shortcuts.ts'
import { DecideDispute } from '#screens/disputes/DecideDispute.tsx'
import type { Dispute } from '#screens/disputes/DisputePanel.tsx'
import { caseOf, proposalOf } from '#testing/answers.ts'
import { answerWith, openScreen, operatorOf, putAway, refused, shown } from '#testing/console.tsx'

afterEach(putAway)

const WORDS = 'the picture is whole'
/** By case. */
let states: Record<number, 'waiting' | 'accepted'>
/** What stands in the list. */
let pending: number[]

beforeEach(() => {
  // The field of the test before is gone.
  fireEvent.pointerDown(document.body)
  states = { 1: 'waiting', 2: 'waiting' }
  pending = [1, 2, 3]
})

const stated = (id: number) => caseOf(id, { state: states[id] })
const pageOf = (list: readonly unknown[]) => ({ list, total: list.length, page: 1, limit: 20 })
const answers = {
  ...operatorOf('support', 'finance'),
  [listCases.path]: () => pageOf([1, 2].filter((id) => states[id] === 'waiting').map(stated)),
  [readCase.path]: (url: string) => stated(Number(/[?&]id=(\d+)/.exec(url)?.[1])),
  [listProposals.path]: () => pageOf(pending.map((id) => proposalOf(id))),
}

const askAgain = async () => await act(async () => await queryClient.invalidateQueries())
const press = (key: string, more = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
const write = (value: string) =>
  fireEvent.change(document.activeElement ?? document.body, { target: { value } })

function writtenIn(): HTMLTextAreaElement {
  const at = document.activeElement
  if (!(at instanceof HTMLTextAreaElement)) throw new Error(`the focus is at ${at?.outerHTML}`)
  return at
}

/** At the first case, with the focus in its reason. */
async function openCase(more: Readonly<Record<string, unknown>> = {}) {
  const posted = answerWith({ ...answers, ...more })
  openScreen(() => <QueueDesk queue="identity" amounts={false} />)
  await screen.findByRole('button', { name: /^Name 1/ })
  press('j')
  await screen.findByRole('heading', { name: 'Name 1' })
  press('a')
  return posted
}

test('what is typed for a case that another decides meanwhile stays, held, and decides no other', async () => {
  const posted = await openCase()
  const reason = writtenIn()
  write('just right')
  states[1] = 'accepted'
  await askAgain()
  expect((await screen.findByRole('alert')).textContent).toContain('decided meanwhile')
  expect(writtenIn()).toBe(reason)
  expect(reason.readOnly).toBe(true)
  for (const key of ['j', 'r']) press(key)
  press('Enter', { ctrlKey: true })
  expect(screen.getByRole('heading', { name: 'Name 1' })).toBeTruthy()
  expect(reason.value).toBe('just right')
  expect(posted).toEqual([])

  fireEvent.click(screen.getByRole('button', { name: 'Put away what I wrote' }))
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Decision' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Name 1' }))
})

test('whoever decides second reads so for as long as they like, with what they wrote', async () => {
  await openCase({
    [decideCase.path]: () => {
      states[1] = 'accepted'
      return refused('case_decided', 'This case is already decided.')
    },
  })
  const reason = writtenIn()
  write(WORDS)
  press('Enter', { ctrlKey: true })
  await screen.findByText('accepted')
  await askAgain()
  expect(screen.getByRole('alert').textContent).toContain('This case is already decided.')
  expect(writtenIn()).toBe(reason)
  expect(reason.value).toBe(WORDS)
})

test('after a decision the focus is at the heading of its case', async () => {
  await openCase({
    [decideCase.path]: () => {
      states[1] = 'accepted'
      return { outcome: 'accepted' }
    },
  })
  write(WORDS)
  press('Enter', { ctrlKey: true })
  await screen.findByText('accepted')
  const heading = screen.getByRole('heading', { name: 'Name 1' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(screen.queryByRole('form', { name: 'Decision' })).toBeNull()
})

async function openProposals(more: Readonly<Record<string, unknown>> = {}) {
  const posted = answerWith({ ...answers, ...more })
  shown(<ProposalList of={{ state: 'pending' }} empty="Nothing." />)
  await screen.findByRole('article', { name: 'No 2' })
  for (const key of ['j', 'j', 'a']) press(key)
  return posted
}

test('what is typed for a proposal that another decides meanwhile stays in its card, and goes to no other', async () => {
  const posted = await openProposals()
  const reason = writtenIn()
  write('all is as it was')
  pending = [4, 1, 3]
  await askAgain()
  await screen.findByRole('article', { name: 'No 4' })
  const names = screen.getAllByRole('article').map((each) => each.getAttribute('aria-label'))
  expect(names).toEqual(['No 4', 'No 1', 'No 2', 'No 3'])
  const card = within(screen.getByRole('article', { name: 'No 2' }))
  expect(card.getByRole('alert').textContent).toContain('no longer in this list')
  expect(writtenIn()).toBe(reason)
  press('Enter', { ctrlKey: true })
  fireEvent.click(card.getByRole('button', { name: 'Reject' }))
  expect(posted).toEqual([])

  fireEvent.click(card.getByRole('button', { name: 'Put away what I wrote' }))
  await waitFor(() => expect(screen.queryByRole('article', { name: 'No 2' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('article', { name: 'No 3' }))
})

test('after a proposal is decided the focus is at the next one', async () => {
  await openProposals({
    [decideProposal.path]: () => {
      pending = [1, 3]
      return { ...proposalOf(2), state: 'accepted' }
    },
  })
  write(WORDS)
  press('Enter', { ctrlKey: true })
  await waitFor(() => expect(screen.queryByRole('article', { name: 'No 2' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('article', { name: 'No 3' }))
})

test('what is typed about a dispute stays when another proposes its end meanwhile', async () => {
  const posted = answerWith(answers)
  const open = { id: 5, number: '100', state: 'disputed', may_propose: true, proposal: null }
  const { rerender } = shown(<DecideDispute found={open as unknown as Dispute} />)
  press('r')
  const reason = writtenIn()
  write('nothing was paid')
  const proposed = { ...open, proposal: proposalOf(9) }
  rerender(<DecideDispute found={proposed as unknown as Dispute} />)
  expect(writtenIn()).toBe(reason)
  press('Enter', { ctrlKey: true })
  expect(reason.value).toBe('nothing was paid')
  expect(posted.filter(({ path }) => path === proposeDealDecision.path)).toEqual([])
})

function Keys({ isTyped, onNext }: { isTyped: boolean; onNext: () => void }) {
  useShortcuts({ j: onNext })
  return (
    <>
      <button type="button">Elsewhere</button>
      {isTyped && <textarea aria-label="Words" />}
    </>
  )
}

test('single keys rest after what was typed in is gone, until something is chosen', () => {
  const onNext = vi.fn<() => void>()
  const { rerender } = render(<Keys isTyped onNext={onNext} />)
  const takeAway = () => {
    rerender(<Keys isTyped onNext={onNext} />)
    act(() => screen.getByLabelText('Words').focus())
    rerender(<Keys isTyped={false} onNext={onNext} />)
    press('j')
  }
  takeAway()
  expect(onNext).not.toHaveBeenCalled()
  act(() => screen.getByRole('button').focus())
  press('j')
  expect(onNext).toHaveBeenCalledTimes(1)

  takeAway()
  expect(onNext).toHaveBeenCalledTimes(1)
  fireEvent.pointerDown(document.body)
  press('j')
  expect(onNext).toHaveBeenCalledTimes(2)
})
