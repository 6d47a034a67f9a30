// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { askStepUp, currentlyAsked } from '#security/asked.ts'
import { StepUpHost } from '#security/StepUpHost.tsx'
import { shown } from '#testing/shown.tsx'

const begun = {
  challenge_id: 'one',
  methods: ['code'],
  sent_to: 'a***a@example.test',
  expires_at: '2030-01-01T00:00:00.000Z',
}

/** What the server says to each call; the network is the edge of what is tested here. */
let answers: Record<string, object>

beforeEach(() => {
  answers = { '/api/security/step_up': { type: 'ok', message: begun } }
  vi.stubGlobal('fetch', async (url: string) => Response.json(answers[url]))
  // What a drawer asks of a browser and jsdom lacks.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})

afterEach(() => {
  act(() => currentlyAsked()?.settle(undefined))
  cleanup()
  vi.unstubAllGlobals()
})

const withdrawal = {
  action: 'withdraw',
  payload: { currency: '3', address: `0x${'ab'.repeat(20)}`, number: '12.5' },
} as const

test('a proof names the amount and the address, and that a code was sent once it was', async () => {
  answers['/api/pay/check_mobile'] = { type: 'ok', message: { resend_s: 60, channel: 'mail' } }
  await shown(<StepUpHost />)
  act(() => void askStepUp(withdrawal))
  await waitFor(() => expect(screen.getByText(/Code sent to a/)).toBeTruthy())
  expect(screen.getByText(/12.50/).textContent).toContain('USDT')
  expect(screen.getByText(/0x abab abab/)).toBeTruthy()
})

test('a code that was refused is never called sent', async () => {
  answers['/api/pay/check_mobile'] = {
    type: 'error',
    message: 'Too many codes were sent.',
    code: 'too_many_codes',
  }
  await shown(<StepUpHost />)
  act(() => void askStepUp(withdrawal))
  await waitFor(() => expect(screen.getByText(/Too many codes/)).toBeTruthy())
  expect(screen.queryByText(/Code sent/)).toBeNull()
})

test('while the next code cannot be sent yet, nobody takes an earlier one for it', async () => {
  const details = { wait_s: 40 }
  answers['/api/pay/check_mobile'] = {
    type: 'error',
    message: 'Wait.',
    code: 'resend_wait',
    details,
  }
  await shown(<StepUpHost />)
  act(() => void askStepUp(withdrawal))
  await screen.findByText(/^The next code is sent by itself\./)
  act(() => currentlyAsked()?.settle(undefined))
  answers['/api/pay/check_mobile'] = { type: 'ok', message: { resend_s: 60, channel: 'mail' } }
  act(() => void askStepUp(withdrawal))
  await screen.findByText(/Code sent to a/)
  expect(screen.queryByText(/^The next code/)).toBeNull()
})

test('a wrong code is said once at its field and typed again, and a right one is the proof', async () => {
  answers['/api/security/step_up'] = { type: 'ok', message: { ...begun, methods: ['totp'] } }
  answers['/api/security/step_up/prove'] = {
    type: 'error',
    message: 'The code is wrong.',
    code: 'code_wrong',
    details: {},
  }
  await shown(<StepUpHost />)
  let proof: string | undefined
  act(() => void askStepUp({ action: 'phrase', payload: {} }).then((given) => (proof = given)))
  const field = await screen.findByLabelText<HTMLInputElement>(/authenticator/i)
  const confirm = (code: string) => {
    fireEvent.change(field, { target: { value: code } })
    fireEvent.keyDown(field, { key: 'Enter' })
  }
  confirm('111111')
  await waitFor(() => expect(screen.getAllByText(/The code is wrong/)).toHaveLength(1))
  expect(field.value).toBe('')
  answers['/api/security/step_up/prove'] = { type: 'ok', message: { proof: 'proved' } }
  confirm('222222')
  await waitFor(() => expect(proof).toBe('proved'))
  expect(currentlyAsked()).toBeUndefined()
})

test.each([
  { methods: ['pin_code'], told: /^Forgot the PIN\? Under Security/ },
  { methods: ['passkey', 'totp'], told: /^Lost it\? Under Security/ },
  { methods: ['totp', 'recovery'], told: undefined },
  { methods: ['code'], told: undefined },
])('who can give none of these is told what to do: $methods', async ({ methods, told }) => {
  answers['/api/security/step_up'] = { type: 'ok', message: { ...begun, methods } }
  answers['/api/pay/check_mobile'] = { type: 'ok', message: { resend_s: 60, channel: 'mail' } }
  await shown(<StepUpHost />)
  act(() => void askStepUp(withdrawal))
  await screen.findByText('Test funds. Nothing here has real value.')
  await waitFor(() => expect(document.querySelector('.skeleton')).toBeNull())
  const found = screen.queryByText(/^(Forgot the PIN|Lost it)/)?.textContent
  if (told === undefined) expect(found).toBeUndefined()
  else expect(found).toMatch(told)
})

test('what is to be typed is typed at once, and who chooses a way stays at the choice', async () => {
  answers['/api/security/step_up'] = {
    type: 'ok',
    message: { ...begun, methods: ['totp', 'recovery'] },
  }
  await shown(<StepUpHost />)
  act(() => void askStepUp(withdrawal))
  const field = await screen.findByRole('textbox', { name: /authenticator app$/ })
  await waitFor(() => expect(document.activeElement).toBe(field))
  const other = screen.getByRole('radio', { name: 'Recovery code' })
  other.focus()
  fireEvent.click(other)
  await screen.findByRole('textbox', { name: 'Recovery code' })
  expect(document.activeElement).toBe(other)
})
