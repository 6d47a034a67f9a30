// @vitest-environment jsdom
import { beginAuthenticator, confirmAuthenticator, readSecurity } from '@btbc/contract/security.ts'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { AuthenticatorScreen } from '#screens/security/AuthenticatorScreen.tsx'
import { currentlyAsked } from '#security/asked.ts'
import { shownAt } from '#testing/shown.tsx'

const CODE = 'AAAAABBBBB'
const ok = (message: object) => Response.json({ type: 'ok', message })
let isInForce: boolean
let sent: { code: string; key: string | null }[]
/** What the server says to a code once it is in force. */
let again: () => Response

beforeEach(() => {
  isInForce = false
  sent = []
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (url: string, init: { body: string; headers: HeadersInit }) => {
    if (url.includes(readSecurity.path)) return ok({ totp: isInForce, recovery_codes: 10 })
    if (url.includes(beginAuthenticator.path)) return ok({ uri: 'otpauth://x', secret: 'SECRET' })
    if (!url.includes(confirmAuthenticator.path)) return ok({})
    const key = new Headers(init.headers).get('Idempotency-Key')
    sent.push({ ...(JSON.parse(init.body) as { code: string }), key })
    if (isInForce) return again()
    isInForce = true
    throw new TypeError('network')
  })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Adds an authenticator, and loses the answer that has the recovery codes. */
async function addAndLose(): Promise<void> {
  await shownAt(AuthenticatorScreen)
  fireEvent.click(await screen.findByRole('button', { name: 'Add an authenticator' }))
  await act(async () => currentlyAsked()?.settle('p1'))
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: '123456' } })
  confirm()
  await screen.findByText(/cannot be reached/)
}

test('by then the phone shows another code: its answer is that of the first, which has the recovery codes', async () => {
  again = () => ok({ recovery_codes: [CODE] })
  await addAndLose()
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '654321' } })
  confirm()
  await screen.findByText('AAAAA BBBBB')
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  expect(sent.map(({ code }) => code)).toEqual(['123456', '123456'])
})

test('where the first was never done the new code is sent at once, and is right', async () => {
  again = () => {
    if (sent.at(-1)?.code === '654321') return ok({ recovery_codes: [CODE] })
    return Response.json({
      type: 'error',
      message: 'Wrong.',
      code: 'step_up_wrong',
      details: { left: 4 },
    })
  }
  await addAndLose()
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '654321' } })
  confirm()
  await screen.findByText('AAAAA BBBBB')
  expect(sent.map(({ code }) => code)).toEqual(['123456', '123456', '654321'])
})

const confirm = () => fireEvent.click(screen.getByRole('button', { name: 'Confirm and use' }))

test('recovery codes whose answer was lost are asked for again, though the app is in force', async () => {
  again = () => ok({ recovery_codes: [CODE] })
  await addAndLose()
  confirm()
  await screen.findByText('AAAAA BBBBB')
  await screen.findByText('On')
})

test('where nothing is left to confirm the app is shown as it is', async () => {
  again = () =>
    Response.json({ type: 'error', message: 'None.', code: 'totp_missing', details: {} })
  await addAndLose()
  confirm()
  await waitFor(() => expect(screen.getByText('On')).toBeTruthy())
  await screen.findByText(/The answer with your recovery codes was lost/)
  expect(screen.getByRole('link', { name: 'Make new codes' })).toBeTruthy()
})
