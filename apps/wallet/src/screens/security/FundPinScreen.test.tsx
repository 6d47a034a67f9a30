// @vitest-environment jsdom
import { readSecurity, setFundPin } from '@btbc/contract/security.ts'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { FundPinScreen } from '#screens/security/FundPinScreen.tsx'
import { currentlyAsked } from '#security/asked.ts'
import { refusedWith } from '#testing/network.ts'
import { shownAt } from '#testing/shown.tsx'

const ok = (message: object) => Response.json({ type: 'ok', message })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a wrong account password is said before the member is asked to prove anything', async () => {
  const sent: { password: string; proof?: string }[] = []
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (url: string, init: { body: string }) => {
    if (url.includes(readSecurity.path)) return ok({ pin: false })
    if (!url.includes(setFundPin.path)) return ok({})
    const asked = JSON.parse(init.body) as (typeof sent)[number]
    sent.push(asked)
    if (asked.password !== 'right-1') return await refusedWith('password_wrong')()
    return asked.proof === undefined ? await refusedWith('step_up_required')() : ok({})
  })
  await shownAt(FundPinScreen)
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  const set = () => fireEvent.click(screen.getByRole('button', { name: 'Set PIN' }))

  await screen.findByLabelText('Account password')
  type('New PIN', '482913')
  type('New PIN again', '482913')
  type('Account password', 'wrong-1')
  set()
  await screen.findByText('Not now.')
  expect(currentlyAsked()).toBeUndefined()

  type('Account password', 'right-1')
  set()
  await waitFor(() => expect(currentlyAsked()).toBeDefined())
  await act(async () => currentlyAsked()?.settle('p1'))
  await waitFor(() => expect(screen.getByLabelText('Account password')).toHaveProperty('value', ''))
  expect(sent.map(({ proof }) => proof)).toEqual([undefined, undefined, 'p1'])
})
