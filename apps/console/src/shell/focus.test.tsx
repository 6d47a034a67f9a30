// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { keepFocus } from '#shell/focus.ts'
import { Opened } from '#shell/Opened.tsx'
import { Section } from '#shell/Page.tsx'

afterEach(cleanup)

const here = () => document.activeElement
const button = (name: string) => screen.getByRole('button', { name })
const press = (name: string) => {
  button(name).focus()
  fireEvent.click(button(name))
}

function Packet({ onDone }: { onDone?: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    onDone?.()
  }
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        End
      </button>
      {isOpen && (
        <Opened title="End DAYOFTWO" onClose={close}>
          <textarea aria-label="Why" />
        </Opened>
      )}
    </>
  )
}

test('what a button opens takes the focus, and gives it back to that button', () => {
  render(<Packet />)
  press('End')
  expect(here()?.textContent).toBe('End DAYOFTWO')
  press('Cancel')
  expect(here()).toBe(button('End'))
  press('End')
  fireEvent.keyDown(here() ?? document, { key: 'Escape' })
  expect(screen.queryByRole('heading')).toBeNull()
  expect(here()).toBe(button('End'))
})

test('Escape does not throw away what is typed', () => {
  render(<Packet />)
  press('End')
  const why = screen.getByLabelText('Why')
  fireEvent.change(why, { target: { value: 'It was a mistake' } })
  why.focus()
  fireEvent.keyDown(why, { key: 'Escape' })
  expect(here()).toBe(why)
  fireEvent.change(why, { target: { value: '' } })
  fireEvent.keyDown(why, { key: 'Escape' })
  expect(here()).toBe(button('End'))
})

function Notes() {
  const [notes, setNotes] = useState(['one', 'two'])
  return (
    <Section title="Notes">
      {notes.map((note) => (
        <p key={note}>
          <textarea aria-label={`Why ${note}`} />
          <button type="button" onClick={() => setNotes(notes.filter((each) => each !== note))}>
            {`Withdraw ${note}`}
          </button>
        </p>
      ))}
    </Section>
  )
}

test('when a button goes with what it did, the focus is at the heading around it', async () => {
  const stop = keepFocus()
  render(<Notes />)
  press('Withdraw one')
  await vi.waitFor(() => expect(here()).toBe(screen.getByRole('heading', { name: 'Notes' })))
  stop()
})

test('what goes while somebody types in it leaves the next letters to nobody', async () => {
  vi.useFakeTimers()
  const stop = keepFocus()
  render(<Notes />)
  screen.getByLabelText('Why one').focus()
  fireEvent.click(button('Withdraw one'))
  await vi.runAllTimersAsync()
  expect(here()).toBe(document.body)
  stop()
  vi.useRealTimers()
})
