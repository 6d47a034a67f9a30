// @vitest-environment jsdom
import { beginPasskey, finishPasskey, listPasskeys } from '@btbc/contract/own-passkeys.ts'
import { readSecurity } from '@btbc/contract/security.ts'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { PasskeysScreen } from '#screens/security/PasskeysScreen.tsx'
import { currentlyAsked } from '#security/asked.ts'
import { shownAt } from '#testing/shown.tsx'

const CODE = 'AAAAABBBBB'
const ok = (message: unknown) => Response.json({ type: 'ok', message })
let finished: { body: unknown; key: string | null }[]
const makePasskey = vi.hoisted(() => vi.fn(async () => ({ id: 'made on this device' })))
vi.mock('@btbc/ui/passkeys.ts', () => ({ makePasskey }))
vi.mock('@btbc/ui/passkey-site.ts', () => ({ hasSiteName: () => true, knowsPasskeys: () => true }))

beforeEach(() => {
  finished = []
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (url: string, init: { body: string; headers: HeadersInit }) => {
    if (url.includes(readSecurity.path)) return ok({ recovery_codes: 10 })
    if (url.includes(listPasskeys.path)) return ok([])
    if (url.includes(beginPasskey.path)) return ok({ options: {} })
    if (!url.includes(finishPasskey.path)) return ok({})
    const key = new Headers(init.headers).get('Idempotency-Key')
    finished.push({ body: JSON.parse(init.body), key })
    if (finished.length === 1) throw new TypeError('network')
    return ok({ id: 1, recovery_codes: [CODE] })
  })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a passkey whose answer was lost is asked for again as it was made; until then there are new codes', async () => {
  await shownAt(PasskeysScreen)
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'Phone' } })
  const add = () => fireEvent.click(screen.getByRole('button', { name: 'Add a passkey' }))
  add()
  await vi.waitFor(() => expect(currentlyAsked()).toBeDefined())
  await act(async () => currentlyAsked()?.settle('p1'))
  await screen.findByText(/cannot be reached/)
  await screen.findByText(/The answer with your recovery codes was lost/)
  expect(screen.getByRole('link', { name: 'Make new codes' })).toBeTruthy()
  add()
  await screen.findByText('AAAAA BBBBB')
  expect(finished[1]).toEqual(finished[0])
  expect(makePasskey).toHaveBeenCalledOnce()
  expect(screen.queryByRole('link', { name: 'Make new codes' })).toBeNull()
})
