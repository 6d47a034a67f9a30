// @vitest-environment jsdom
import { listProposals, withdrawProposal } from '@btbc/contract/operator/proposal.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { queryClient } from '#api/query.ts'
import { ProposalList } from '#desk/ProposalList.tsx'
import { proposalOf } from '#testing/answers.ts'
import { answerWith, AT, operatorOf, putAway, shown } from '#testing/console.tsx'

afterEach(putAway)

/** Rita, who is here, has made the second; Otto the other two. */
const rita = { id: 1, name: 'Rita' }
const own = { ...proposalOf(2), made_by: rita, decides: false }
let state: 'pending' | 'withdrawn' | 'accepted' = 'pending'
let isListed = true
const list = () => [
  proposalOf(1),
  ...(isListed ? [{ ...own, state, decided_at: state === 'pending' ? null : AT }] : []),
  proposalOf(3),
]

async function open() {
  state = 'pending'
  isListed = true
  const posted = answerWith({
    ...operatorOf('finance'),
    [listProposals.path]: () => ({ list: list(), total: 3, page: 1, limit: 20 }),
    [withdrawProposal.path]: () => {
      state = 'withdrawn'
      return list()[1]
    },
  })
  shown(<ProposalList of={{}} empty="Nothing." />)
  const button = await screen.findByRole('button', { name: 'Take it back' })
  return { posted, button, card: within(screen.getByRole('article', { name: 'No 2' })) }
}

test('whoever proposed something takes it back, asked twice, without a reason', async () => {
  const { posted, button, card } = await open()
  expect(screen.getAllByRole('button', { name: 'Take it back' })).toEqual([button])
  button.focus()
  fireEvent.click(button)
  expect(document.activeElement?.textContent).toBe('Take back what you proposed?')
  fireEvent.click(card.getByRole('button', { name: 'No, leave it' }))
  expect(document.activeElement).toBe(button)
  fireEvent.click(button)
  const yes = card.getByRole('button', { name: 'Yes, take it back' })
  yes.focus()
  fireEvent.click(yes)
  await card.findByText(/^Taken back by Rita, /)
  expect(posted).toEqual([{ path: withdrawProposal.path, request: { id: 2 } }])
  expect(card.queryByRole('button')).toBeNull()
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('article', { name: 'No 3' })),
  )
})

test('why it is taken back goes along, and a word that is none is said at its field', async () => {
  const { posted, button, card } = await open()
  fireEvent.click(button)
  const why = card.getByLabelText('Why, for the audit log; it may stay empty')
  const send = (value: string) => {
    fireEvent.change(why, { target: { value } })
    fireEvent.submit(why.closest('form') ?? document.body)
  }
  send('no')
  await waitFor(() => expect(why.getAttribute('aria-invalid')).toBe('true'))
  expect(posted).toEqual([])
  send('the wrong pool')
  await waitFor(() => expect(posted).toHaveLength(1))
  expect(posted[0]?.request).toEqual({ id: 2, reason: 'the wrong pool' })
})

const askAgain = async () => await act(async () => await queryClient.invalidateQueries())

test.each([
  ['is accepted', 'decided meanwhile', true],
  ['leaves the list', 'no longer in this list', false],
] as const)('a reason to take back what %s meanwhile stays, held', async (_what, why, stays) => {
  const { posted, button, card } = await open()
  fireEvent.click(button)
  const reason = card.getByLabelText<HTMLInputElement>(/^Why, for the audit log/)
  reason.focus()
  fireEvent.change(reason, { target: { value: 'the wrong pool' } })
  state = 'accepted'
  isListed = stays
  await askAgain()
  expect((await card.findByRole('alert')).textContent).toContain(why)
  expect(reason.value).toBe('the wrong pool')
  expect(reason.readOnly).toBe(true)
  expect(document.activeElement).toBe(reason)
  fireEvent.submit(reason.closest('form') ?? document.body)
  expect(posted).toEqual([])
  const away = card.getByRole('button', { name: 'Put away what I wrote' })
  // It is the only way out.
  expect(card.queryByRole('button', { name: 'No, leave it' })).toBeNull()
  away.focus()
  fireEvent.click(away)
  await waitFor(() => expect(reason.isConnected).toBe(false))
  expect(screen.queryByRole('button', { name: /take it back/i })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('article', { name: 'No 3' }))
  expect(screen.queryAllByRole('article', { name: 'No 2' })).toHaveLength(stays ? 1 : 0)
})

test('A and R pass what one has proposed oneself', async () => {
  const { button } = await open()
  fireEvent.click(button)
  screen.getByRole('article', { name: 'No 2' }).focus()
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'a' })
  expect(document.activeElement).toBe(screen.getByRole('article', { name: 'No 2' }))
})
