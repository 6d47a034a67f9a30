// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { NewPassword } from '#forms/NewPassword.tsx'
import { paths } from '#paths.ts'
import { shown } from '#testing/shown.tsx'

afterEach(cleanup)

test('what shows a password says which of the two, and shows no other', async () => {
  const field = { value: 'copper-kettle-41', onChange: () => undefined, error: undefined }
  await shown(<NewPassword password={field} repeated={field} />, paths.password())
  const eye = screen.getByRole('button', { name: 'Show what is typed: Repeat password' })
  const typeOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).type
  fireEvent.click(eye)
  expect(eye.getAttribute('aria-pressed')).toBe('true')
  expect([typeOf('New password'), typeOf('Repeat password')]).toEqual(['password', 'text'])
  fireEvent.click(eye)
  expect(eye.getAttribute('aria-pressed')).toBe('false')
  expect(typeOf('Repeat password')).toBe('password')
})
