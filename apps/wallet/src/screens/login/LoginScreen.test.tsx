// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { paths } from '#paths.ts'
import { LoginScreen } from '#screens/login/LoginScreen.tsx'
import { type Network, startNetwork } from '#testing/network.ts'
import { shownAt } from '#testing/shown.tsx'

let network: Network

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  network = startNetwork()
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const wrong = (captcha: number) => async () =>
  Response.json({ type: 'error', message: 'Not so.', code: 'login_failed', details: { captcha } })

test('the picture is there before the first try that needs it: without it the right password counts as wrong', async () => {
  await shownAt(LoginScreen, paths.login())
  const type = (label: string, text: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
  await screen.findByLabelText('Account')
  type('Account', 'ann@example.test')
  type('Password', 'copper-kettle-1')
  const tryOnce = async (captcha: number) => {
    network.answers = [wrong(captcha)]
    const before = network.sent.length
    fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
    await vi.waitFor(() => expect(network.sent.length).toBeGreaterThan(before))
    await screen.findByText('Not so.')
  }
  await tryOnce(0)
  expect(screen.queryByRole('img', { name: 'Five letters and digits to copy' })).toBeNull()
  await tryOnce(1)
  const shownPicture = async () => {
    const picture = await screen.findByRole('img', { name: 'Five letters and digits to copy' })
    return picture.getAttribute('src')?.replace('/captcha?t=', '')
  }
  const first = await shownPicture()
  type('Characters of the picture', 'AB2CD')
  await tryOnce(1)
  expect(network.sent.at(-1)?.body).toMatchObject({ captcha_t: first, vercode: 'AB2CD' })
  // Each is good for one try.
  await vi.waitFor(async () => expect(await shownPicture()).not.toBe(first))
})
