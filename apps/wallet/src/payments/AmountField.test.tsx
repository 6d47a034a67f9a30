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
const typed = () => screen.getByRole<HTMLInputElement>('textbox').value

test('a point that nothing follows stays with the pad, and the form has an amount all along', async () => {
  await shown(<Form />)
  fireEvent.click(screen.getByRole('button', { name: /^Amount/ }))
  const pad = await screen.findByRole('textbox')
  const press = (...keys: string[]) => keys.forEach((key) => fireEvent.keyDown(pad, { key }))
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
