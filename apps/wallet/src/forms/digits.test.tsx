// @vitest-environment jsdom
import { CodeField } from '@btbc/ui/CodeField.tsx'
import { CodePad } from '@btbc/ui/CodePad.tsx'
import { inLatinDigits } from '@btbc/ui/latin-digits.ts'
import { PasswordField } from '@btbc/ui/PasswordField.tsx'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'

import { shown } from '#testing/shown.tsx'

afterEach(cleanup)

function Fields() {
  const [text, setText] = useState('')
  const onChange = ({ target }: { target: { value: string } }) => setText(target.value)
  const onSend = async () => undefined
  return (
    <>
      <CodeField label="Sent" value={text} onChange={setText} onSend={onSend} resendAt={0} />
      <CodePad label="Pad" value={text} onChange={setText} length={6} />
      <PasswordField label="PIN" {...inLatinDigits({ value: text, onChange })} />
    </>
  )
}

test('digits of other keyboards are digits wherever digits are asked for', async () => {
  await shown(<Fields />)
  const type = (label: string, value: string) => {
    const field = screen.getByLabelText<HTMLInputElement>(label)
    fireEvent.change(field, { target: { value } })
    return field.value
  }
  for (const label of ['Sent', 'Pad', 'PIN']) {
    expect(type(label, '১২৩৪৫৬'), label).toBe('123456')
    expect(type(label, '６５４３２１'), label).toBe('654321')
  }
})
