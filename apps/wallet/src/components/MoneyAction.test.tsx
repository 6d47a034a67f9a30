// @vitest-environment jsdom
import { buyLaunches } from '@btbc/contract/mining.ts'
import { Done } from '@btbc/ui/Done.tsx'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { useSend } from '#api/query.ts'
import { MoneyAction } from '#components/MoneyAction.tsx'
import { currentlyAsked } from '#security/asked.ts'
import { shown } from '#testing/shown.tsx'

/** The network, as the browser has it: what was sent, and an answer for each. */
type Sent = { body: unknown; key: string | null }
let sent: Sent[]
let answers: (() => Promise<Response>)[]

const ok = async () => Response.json({ type: 'ok', message: { balance: '1' } })
const refused = async () =>
  Response.json({ type: 'error', message: 'Not now.', code: 'too_many_requests', details: {} })
const lost = async () => await Promise.reject(new TypeError('network'))

beforeEach(() => {
  sent = []
  answers = []
  vi.stubGlobal('fetch', async (_url: string, init: { body: string; headers: HeadersInit }) => {
    const key = new Headers(init.headers).get('Idempotency-Key')
    sent.push({ body: JSON.parse(init.body), key })
    return await (answers.shift() ?? ok)()
  })
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Payment({ times, risky = false, onClose }: PaymentProps) {
  const send = useSend(buyLaunches)
  return (
    <MoneyAction
      send={send}
      lines={[{ label: 'Starts', value: times }]}
      total={{ label: 'You pay', value: `${times}.00 USDT` }}
      action="Buy"
      {...(risky && { risky: { action: 'withdraw', payload: { number: `${times}` } } })}
      onConfirm={(proof) => send.mutate({ request: { times: `${times}${proof}` } })}
      done={<Done title="Bought" />}
      onClose={onClose ?? (() => undefined)}
    />
  )
}
type PaymentProps = { times: number; risky?: boolean; onClose?: () => void }

const button = (name: string) => screen.getByRole('button', { name: new RegExp(name) })
const press = (name: string) => fireEvent.click(button(name))

test('a double tap buys once and never closes its own receipt', async () => {
  const onClose = vi.fn()
  await shown(<Payment times={3} onClose={onClose} />)
  press('Buy')
  press('Buy')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Bought' })).toBeTruthy())
  press('Done')
  expect(onClose).not.toHaveBeenCalled()
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  await act(async () => await vi.advanceTimersByTimeAsync(1000))
  press('Done')
  expect(onClose).toHaveBeenCalledOnce()
})

test('a key outlives a lost answer, also in a sheet opened anew, and is over with an answer', async () => {
  answers = [lost, lost, refused, ok]
  await shown(<Payment times={5} />)
  press('Buy')
  await waitFor(() => expect(screen.getByText(/cannot be reached/)).toBeTruthy())
  press('Buy')
  await waitFor(() => expect(button('Buy').getAttribute('aria-disabled')).toBeNull())
  cleanup()
  await shown(<Payment times={5} />)
  press('Buy')
  await waitFor(() => expect(screen.getByText('Not now.')).toBeTruthy())
  press('Buy')
  await waitFor(() => expect(screen.getByText('Bought')).toBeTruthy())
  cleanup()
  await shown(<Payment times={5} />)
  press('Buy')
  await waitFor(() => expect(screen.getByText('Bought')).toBeTruthy())
  const keys = sent.map(({ key }) => key)
  expect(new Set(keys.slice(0, 3)).size).toBe(1)
  expect(new Set(keys.slice(2)).size).toBe(3)
})

test('after a lost answer another amount is another deed', async () => {
  answers = [lost]
  await shown(<Payment times={7} />)
  press('Buy')
  await waitFor(() => expect(screen.getByText(/cannot be reached/)).toBeTruthy())
  cleanup()
  await shown(<Payment times={8} />)
  press('Buy')
  await waitFor(() => expect(screen.getByText('Bought')).toBeTruthy())
  expect(sent[0]?.key).not.toBe(sent[1]?.key)
})

test('what needs a proof waits for it, sends nothing without, and asks once for a lost answer', async () => {
  answers = [lost]
  await shown(<Payment times={9} risky />)
  const confirm = () => {
    press('Buy')
    press('Buy')
  }
  confirm()
  await act(async () => currentlyAsked()?.settle(undefined))
  expect(sent).toEqual([])
  confirm()
  press('Buy')
  expect(button('Buy').getAttribute('aria-disabled')).toBe('true')
  await act(async () => currentlyAsked()?.settle('-proof'))
  await waitFor(() => expect(screen.getByText(/cannot be reached/)).toBeTruthy())
  confirm()
  await waitFor(() => expect(screen.getByText('Bought')).toBeTruthy())
  expect(currentlyAsked()).toBeUndefined()
  expect(sent[1]).toEqual(sent[0])
  expect(sent[0]?.body).toEqual({ times: '9-proof' })
})

test('offline the button says why and sends nothing', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await shown(<Payment times={2} />)
  press('Buy')
  expect(screen.getByText(/You are offline/)).toBeTruthy()
  expect(sent).toEqual([])
})
