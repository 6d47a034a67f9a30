// @vitest-environment jsdom
import { logInOperator } from '@btbc/contract/operator/access.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { LoginScreen } from '#screens/login/LoginScreen.tsx'
import { answerWith, openScreen, putAway, refused } from '#testing/console.tsx'

afterEach(putAway)

test('whoever is asked for the characters of a picture sees it on a plain page, too', async () => {
  const getRandomValues = (bytes: Uint8Array) => bytes.fill(7)
  // As a page by http that is not of this machine.
  vi.stubGlobal('crypto', { getRandomValues })
  const words = 'Please copy the picture.'
  answerWith({ [logInOperator.path]: () => refused('captcha_required', words) })
  openScreen(LoginScreen)
  await screen.findByLabelText('Mail address')
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  type('Mail address', 'rita@example.test')
  type('Password', 'a long password')
  type('Code of your authenticator', '123456')
  fireEvent.submit(screen.getByLabelText('Mail address').closest('form') ?? document.body)
  await screen.findByText(words)
  const picture = screen.getByAltText('Five letters and digits to copy')
  expect(picture.getAttribute('src')).toMatch(/^\/captcha\?t=\w{16,}$/)

  fireEvent.error(picture)
  await screen.findByText('It did not come. Ask for another.')
  fireEvent.click(screen.getByRole('button', { name: 'Another picture' }))
})

test('where passkeys are not offered the login says why', async () => {
  vi.stubGlobal('location', { hostname: '127.0.0.1' })
  openScreen(LoginScreen)
  await screen.findByText(/Open the console by its name, such as localhost/)
  expect(screen.queryByRole('button', { name: 'Log in with a passkey' })).toBeNull()
})
