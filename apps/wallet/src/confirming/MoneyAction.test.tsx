// @vitest-environment jsdom
import { buyLaunches } from '@btbc/contract/mining.ts'
import { Done } from '@btbc/ui/Done.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { useSend } from '#api/query.ts'
import { MoneyAction } from '#confirming/MoneyAction.tsx'
import { currentlyAsked } from '#security/asked.ts'
import { shown } from '#testing/shown.tsx'
import { lost, type Network, refused, startNetwork, undecided } from '#testing/network.ts'

let network: Network

beforeEach(() => {
  network = startNetwork({ balance: '1' })
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Payment({ times, risky = false, onClose, ...rest }: PaymentProps) {
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
      {...rest}
    />
  )
}
type PaymentProps = {
  times: number
  risky?: boolean
  once?: boolean
  mayLeave?: boolean
  onClose?: () => void
}

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
  expect(new Set(network.sent.map(({ key }) => key)).size).toBe(1)
  await act(async () => await vi.advanceTimersByTimeAsync(1000))
  press('Done')
  expect(onClose).toHaveBeenCalledOnce()
})

test('a key outlives a lost answer, also in a sheet opened anew, and is over with an answer', async () => {
  network.answers = [lost, lost, refused]
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
  const keys = network.sent.map(({ key }) => key)
  expect(new Set(keys.slice(0, 3)).size).toBe(1)
  expect(new Set(keys.slice(2)).size).toBe(3)
})

test('terms that end with a refusal do not end while it is open what was done with them', async () => {
  network.answers = [undecided, refused]
  await shown(<Payment times={4} once />)
  press('Buy')
  await waitFor(() => expect(screen.getByText('Not now.')).toBeTruthy())
  press('Buy')
  await waitFor(() => expect(button('Close')).toBeTruthy())
  expect(network.sent[1]).toEqual(network.sent[0])
})

test('what an earlier sheet had asked for in vain is said to be that, without the figures of this one', async () => {
  network.answers = [lost, lost]
  await shown(<Payment times={10} />)
  press('Buy')
  await waitFor(() => expect(screen.getByText(/cannot be reached/)).toBeTruthy())
  cleanup()
  await new Promise((later) => setTimeout(later, 5))
  await shown(<Payment times={10} />)
  press('Buy')
  await waitFor(() => expect(screen.getByText(/cannot be reached/)).toBeTruthy())
  expect(screen.getByText('You pay')).toBeTruthy()
  press('Buy')
  await waitFor(() => expect(screen.getByText('Bought')).toBeTruthy())
  expect(screen.getByText(/You had sent this a moment ago: it was done once/)).toBeTruthy()
  expect(screen.queryByText('You pay')).toBeNull()
  cleanup()
  network.answers = [lost]
  await shown(<Payment times={10} />)
  press('Buy')
  await waitFor(() => expect(screen.getByText(/cannot be reached/)).toBeTruthy())
  press('Buy')
  await waitFor(() => expect(screen.getByText('Bought')).toBeTruthy())
  expect(screen.queryByText(/You had sent this/)).toBeNull()
  expect(screen.getByText('You pay')).toBeTruthy()
})

test('after a lost answer another amount is another deed', async () => {
  network.answers = [lost]
  await shown(<Payment times={7} />)
  press('Buy')
  await waitFor(() => expect(screen.getByText(/cannot be reached/)).toBeTruthy())
  cleanup()
  await shown(<Payment times={8} />)
  press('Buy')
  await waitFor(() => expect(screen.getByText('Bought')).toBeTruthy())
  expect(network.sent[0]?.key).not.toBe(network.sent[1]?.key)
})

test('what needs a proof waits for it, sends nothing without, and asks once for a lost answer', async () => {
  network.answers = [lost]
  await shown(<Payment times={9} risky />)
  const confirm = () => {
    press('Buy')
    press('Buy')
  }
  confirm()
  await act(async () => currentlyAsked()?.settle(undefined))
  expect(network.sent).toEqual([])
  confirm()
  press('Buy')
  expect(button('Buy').getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByRole('status').textContent).toBe('Working')
  await act(async () => currentlyAsked()?.settle('-proof'))
  await waitFor(() => expect(screen.getByText(/cannot be reached/)).toBeTruthy())
  confirm()
  await waitFor(() => expect(screen.getByText('Bought')).toBeTruthy())
  expect(currentlyAsked()).toBeUndefined()
  expect(network.sent[1]).toEqual(network.sent[0])
  expect(network.sent[0]?.body).toEqual({ times: '9-proof' })
})

test('its sheet stays until the server has answered, whatever is pressed', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<Response>()
  network.answers = [async () => await answered]
  const onOpenChange = vi.fn()
  const entered = vi.spyOn(History.prototype, 'pushState')
  await shown(
    <Sheet open onOpenChange={onOpenChange} title="Starts">
      <Payment times={6} />
    </Sheet>,
  )
  await waitFor(() => expect(button('Buy')).toBeTruthy())
  await waitFor(() => expect(entered).toHaveBeenCalledOnce())
  press('Buy')
  const escape = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  await waitFor(() => expect(network.sent).toHaveLength(1))
  await waitFor(() => expect(button('Buy').getAttribute('aria-disabled')).toBe('true'))
  escape()
  history.back()
  // Back is taken back.
  await waitFor(() => expect(entered).toHaveBeenCalledTimes(2))
  expect(onOpenChange).not.toHaveBeenCalled()
  await act(async () => answer(await refused()))
  await waitFor(() => expect(button('Buy').getAttribute('aria-disabled')).toBeNull())
  escape()
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

test('a sheet whose work is nothing of ours can be left while it is under way', async () => {
  network.answers = [() => new Promise(() => undefined)]
  const onOpenChange = vi.fn()
  await shown(
    <Sheet open onOpenChange={onOpenChange} title="Starts">
      <Payment times={11} mayLeave />
    </Sheet>,
  )
  await waitFor(() => expect(button('Buy')).toBeTruthy())
  press('Buy')
  await waitFor(() => expect(button('Buy').getAttribute('aria-disabled')).toBe('true'))
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

test('offline the button says why and sends nothing', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await shown(<Payment times={2} />)
  press('Buy')
  expect(screen.getByText(/You are offline/)).toBeTruthy()
  expect(network.sent).toEqual([])
})
