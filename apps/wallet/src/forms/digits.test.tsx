// @vitest-environment jsdom
import { CodeField } from '@btbc/ui/CodeField.tsx'
import { CodePad } from '@btbc/ui/CodePad.tsx'
import { inLatinDigits, toLatinDigits } from '@btbc/ui/latin-digits.ts'
import { PasswordField } from '@btbc/ui/PasswordField.tsx'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { shown } from '#testing/shown.tsx'

afterEach(cleanup)

const goOn = vi.fn<() => void>()

function Fields() {
  const [text, setText] = useState('')
  const onChange = ({ target }: { target: { value: string } }) => setText(target.value)
  const onSend = async () => undefined
  return (
    <>
      <CodeField label="Sent" value={text} onChange={setText} onSend={onSend} resendAt={0} />
      <CodePad label="Pad" value={text} onChange={setText} length={6} onEnter={goOn} />
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

test('a phone, a code and an address are read as wide keyboards write them', () => {
  expect(toLatinDigits('＋８１ ９０−１２３４ー５６７８')).toBe('+81 90-1234-5678')
  expect(toLatinDigits('ｔａｒｏ＠ｅｘａｍｐｌｅ．ｔｅｓｔ')).toBe('taro@example.test')
  // A long vowel of a word is no hyphen.
  expect(toLatinDigits('コード 1ー')).toBe('コード 1ー')
})

test('what an input method is at stays its own until it is done', async () => {
  await shown(<Fields />)
  for (const label of ['Sent', 'Pad', 'PIN']) {
    const field = screen.getByLabelText<HTMLInputElement>(label)
    fireEvent.compositionStart(field)
    fireEvent.input(field, { target: { value: '１２' }, isComposing: true })
    expect(field.value, label).toBe('１２')
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
    expect(goOn, label).not.toHaveBeenCalled()
    fireEvent.compositionEnd(field)
    expect(field.value, label).toBe('12')
  }
  fireEvent.keyDown(screen.getByLabelText('Pad'), { key: 'Enter' })
  expect(goOn).toHaveBeenCalledOnce()
})
