// @vitest-environment jsdom
import { beginAuthenticator, confirmAuthenticator, readSecurity } from '@btbc/contract/security.ts'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { AuthenticatorScreen } from '#screens/security/AuthenticatorScreen.tsx'
import { currentlyAsked } from '#security/asked.ts'
import { shown } from '#testing/shown.tsx'

const CODE = 'AAAAABBBBB'
const ok = (message: object) => Response.json({ type: 'ok', message })
let isInForce: boolean
/** What the server says to a code once it is in force. */
let again: () => Response

beforeEach(() => {
  isInForce = false
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes(readSecurity.path)) return ok({ totp: isInForce })
    if (url.includes(beginAuthenticator.path)) return ok({ uri: 'otpauth://x', secret: 'SECRET' })
    if (!url.includes(confirmAuthenticator.path)) return ok({})
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
  const root = createRootRoute({ component: AuthenticatorScreen })
  const history = createMemoryHistory()
  const router = createRouter({ routeTree: root, history }) as never
  await shown(<RouterProvider router={router} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Add an authenticator' }))
  await act(async () => currentlyAsked()?.settle('p1'))
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: '123456' } })
  confirm()
  await screen.findByText(/cannot be reached/)
}

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
})
