// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'

import { AmountField } from '#payments/AmountField.tsx'
import { shown } from '#testing/shown.tsx'

afterEach(cleanup)

function Form() {
  const [amount, setAmount] = useState('')
  return (
    <>
      <AmountField label="Amount" value={amount} onChange={setAmount} unit="USDT" all="12.5" />
      <output aria-label="heard">{amount}</output>
    </>
  )
}

const heard = () => screen.getByLabelText('heard').textContent
const pad = () => screen.getByRole<HTMLInputElement>('textbox')
const typed = () => pad().value
const put = (value: string) => fireEvent.change(pad(), { target: { value } })
/** As a keyboard does: at the end of what stands there. */
const press = (...keys: string[]) =>
  keys.forEach((key) => put(key === 'Backspace' ? typed().slice(0, -1) : typed() + key))

test('a point that nothing follows stays with the pad, and the form has an amount all along', async () => {
  await shown(<Form />)
  fireEvent.click(screen.getByRole('button', { name: /^Amount/ }))
  await screen.findByRole('textbox')
  const seen: (string | null)[] = []
  for (const key of ['.', '5', 'Backspace', 'Backspace', 'Backspace', '5', '.']) {
    press(key)
    seen.push(`${typed()} ${heard()}`)
  }
  expect(seen).toEqual(['0. 0', '0.5 0.5', '0. 0', '0 0', ' ', '5 5', '5. 5'])
  press('2', '5', 'Backspace', 'Backspace')
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  expect(heard()).toBe('5')
})

test('what may be two amounts is none until it is asked, whichever way it came', async () => {
  await shown(<Form />)
  fireEvent.click(screen.getByRole('button', { name: /^Amount/ }))
  await screen.findByRole('textbox')
  const paste = (text: string) => fireEvent.paste(pad(), { clipboardData: { getData: () => text } })
  for (const write of [
    () => put('1.234'),
    () => paste('1.234'),
    () => press('1', ',', '2', '3', '4'),
  ]) {
    put('')
    write()
    expect(heard()).toBe('')
    fireEvent.click(screen.getByRole('button', { name: '1,234' }))
    expect(`${typed()} ${heard()}`).toBe('1,234 1234')
  }
})

test('an input method is left alone until it is done', async () => {
  await shown(<Form />)
  fireEvent.click(screen.getByRole('button', { name: /^Amount/ }))
  await screen.findByRole('textbox')
  fireEvent.compositionStart(pad())
  for (const value of ['１', '１．', '１．５']) {
    fireEvent.input(pad(), { target: { value }, isComposing: true })
    expect(`${typed()} ${heard()}`).toBe(`${value} `)
  }
  fireEvent.compositionEnd(pad())
  expect(`${typed()} ${heard()}`).toBe('1.5 1.5')
})
