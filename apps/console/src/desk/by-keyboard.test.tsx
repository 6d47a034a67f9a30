// @vitest-environment jsdom
import { decideCase, readCase } from '@btbc/contract/operator/case.ts'
import { onNotice } from '@btbc/ui/notice.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { CasePanel } from '#desk/CasePanel.tsx'
import { LoggedPicture } from '#desk/LoggedPicture.tsx'
import { ProposeForm } from '#desk/ProposeForm.tsx'
import { DecideDispute } from '#screens/disputes/DecideDispute.tsx'
import type { Dispute } from '#screens/disputes/DisputePanel.tsx'
import { caseOf } from '#testing/answers.ts'
import { answerWith, AT, operatorOf, putAway, shown } from '#testing/console.tsx'

afterEach(putAway)

const TWELVE = 'Espere doce confirmaciones.'
const LOST = 'No lo encontramos.'
const asked = caseOf(7, {
  queue: 'feedback',
  title: 'My deposit',
  member: 'Alice',
  messages: [{ id: 1, from: 'member', text: 'Where is it?', at: AT }],
  answers: [
    { name: 'Wait for twelve confirmations', text: TWELVE },
    { name: 'We cannot find it', text: LOST },
  ],
  after_accept: 'The member reads your answer.',
  after_reject: 'It is closed.',
})

async function openFeedback(part: Partial<typeof asked> = {}) {
  const found = { ...asked, ...part }
  const posted = answerWith({
    ...operatorOf('support'),
    [readCase.path]: () => found,
    [decideCase.path]: () => {
      found.state = 'accepted'
      return { outcome: 'accepted' }
    },
  })
  shown(<CasePanel queue="feedback" id={7} onClose={() => undefined} />)
  await screen.findByRole('heading', { name: 'My deposit' })
  return posted
}

const answerText = () =>
  screen.getByLabelText<HTMLTextAreaElement>('Answer, as the member reads it')

test('a fault at a field is told where the focus is there already', async () => {
  await openFeedback()
  answerText().focus()
  fireEvent.keyDown(answerText(), { key: 'Enter', ctrlKey: true })
  expect((await screen.findByRole('alert')).textContent).toContain('Please give a reason')
  expect(document.activeElement).toBe(answerText())
})

test('every answer to begin with can be reached by the arrows, and what was typed is not lost to it', async () => {
  await openFeedback()
  const choice = screen.getByLabelText<HTMLSelectElement>('Answers to begin with')
  fireEvent.change(choice, { target: { value: choice.options[1]?.value } })
  expect(choice.selectedIndex).toBe(1)
  expect(answerText().value).toBe('')
  fireEvent.click(screen.getByRole('button', { name: 'Take this answer' }))
  expect(answerText().value).toBe(LOST)
  expect(document.activeElement).toBe(answerText())
  // Another one instead, as nothing was written to it.
  fireEvent.change(choice, { target: { value: choice.options[0]?.value } })
  fireEvent.click(screen.getByRole('button', { name: 'Take this answer' }))
  expect(answerText().value).toBe(TWELVE)

  fireEvent.change(answerText(), { target: { value: 'Hola Alice' } })
  fireEvent.click(screen.getByRole('button', { name: 'Put it below what you wrote' }))
  expect(answerText().value).toBe(`Hola Alice\n\n${TWELVE}`)
})

test('feedback is said to be answered, and not accepted', async () => {
  await openFeedback()
  fireEvent.change(answerText(), { target: { value: TWELVE } })
  fireEvent.click(screen.getByRole('button', { name: 'Answer' }))
  expect(await screen.findByText('answered')).toBeTruthy()
  expect(screen.queryByText('accepted')).toBeNull()
})

test('who only reads is not told to be the first of two', async () => {
  await openFeedback({ needs_two: true, decides: false })
  expect(await screen.findByText('Accepting this takes two operators.')).toBeTruthy()
})

test('who may not decide is told why at Ctrl with Enter', async () => {
  const posted = await openFeedback({ decides: false })
  const said: string[] = []
  const stop = onNotice(({ text }) => said.push(text))
  fireEvent.keyDown(answerText(), { key: 'Enter', ctrlKey: true })
  stop()
  expect(said).toContain('Your role reads this queue and does not decide it.')
  expect(posted).toEqual([])
})

test('what is proposed by Ctrl with Enter leaves the focus at the heading above', async () => {
  answerWith(operatorOf('finance'))
  const propose = vi.fn<() => Promise<void>>(async () => undefined)
  shown(
    <section>
      <h2>Alice</h2>
      <ProposeForm act={{ roles: ['finance'] }} label="Why" button="Propose" onPropose={propose}>
        Another accepts.
      </ProposeForm>
    </section>,
  )
  const why = screen.getByLabelText('Why')
  why.focus()
  fireEvent.change(why, { target: { value: 'a stolen phone' } })
  fireEvent.keyDown(why, { key: 'Enter', ctrlKey: true })
  const heading = screen.getByRole('heading', { name: 'Alice' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(propose).toHaveBeenCalledTimes(1)
})

test('a picture that was asked for takes the focus of the button that asked', async () => {
  answerWith(operatorOf('support'))
  const onView = async () => ({ type: 'image/png', base64: '' })
  shown(<LoggedPicture label="Front" act={{ roles: ['support'] }} onView={onView} />)
  const button = screen.getByRole('button', { name: 'View: Front' })
  button.focus()
  fireEvent.click(button)
  const figure = await screen.findByRole('figure')
  expect(document.activeElement).toBe(figure)
  expect(within(figure).getByText('Front')).toBeTruthy()
})

test('a split says no amounts before its percent is one', async () => {
  const posted = answerWith(operatorOf('support'))
  const open = { id: 5, number: '100', state: 'disputed', may_propose: true, proposal: null }
  shown(<DecideDispute found={open as unknown as Dispute} />)
  fireEvent.click(screen.getByLabelText('Split'))
  const percent = screen.getByLabelText<HTMLInputElement>(/^Percent of the escrow/)
  expect(percent.maxLength).toBe(-1)
  expect(screen.getByRole('button', { name: /^Propose 50\.00.USDT for the buyer$/ })).toBeTruthy()
  for (const value of ['100', '', '1,5', '-1', '0']) {
    fireEvent.change(percent, { target: { value } })
    const button = screen.getByRole('button', { name: /^Propose/ })
    expect(button.textContent).toBe('Propose a split')
    await act(async () => void fireEvent.click(button))
    expect(percent.getAttribute('aria-invalid')).toBe('true')
  }
  expect(posted).toEqual([])
})
