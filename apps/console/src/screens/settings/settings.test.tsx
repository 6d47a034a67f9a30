// @vitest-environment jsdom
import { houseNow } from '@btbc/client/house-clock.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { AddMachine } from '#screens/settings/AddMachine.tsx'
import { ChangeForm } from '#screens/settings/ChangeForm.tsx'
import { Withdraw } from '#screens/settings/Withdraw.tsx'
import type { Setting } from '#screens/settings/SettingsScreen.tsx'
import { answerWith, AT, operatorOf, putAway, shown } from '#testing/console.tsx'

afterEach(() => {
  putAway()
  vi.useRealTimers()
})

const market: Setting = {
  name: 'market.eth',
  title: 'Market ETH/USDT',
  keeps: '',
  fields: [
    {
      key: 'state',
      label: 'Trading',
      unit: '',
      choices: ['open', 'halted'],
      least: '',
      most: '',
      lowest: '',
      highest: '',
    },
  ],
  value: { state: 'open' },
  since: AT,
  coming: [],
}

/** Halted so many seconds from now on. */
const haltedIn = (seconds: number): Setting => ({
  ...market,
  coming: [
    {
      id: 2,
      value: { state: 'halted' },
      from: new Date(houseNow() + seconds * 1000).toISOString(),
    },
  ],
})

const trading = () => screen.getByLabelText<HTMLSelectElement>('Trading')

test('a form that nobody touched changes nothing, whatever is agreed on for now or for later', () => {
  answerWith(operatorOf('finance'))
  const { rerender } = shown(<ChangeForm setting={market} />)
  const isUntouched = (value: string) => {
    expect(trading().value).toBe(value)
    expect(screen.getByText('Nothing would change.')).toBeTruthy()
  }
  isUntouched('open')
  rerender(<ChangeForm setting={haltedIn(10)} />)
  isUntouched('halted')
  rerender(<ChangeForm setting={haltedIn(3600)} />)
  isUntouched('open')
  // From a moment on at which the other one has begun, it begins with that.
  const later = new Date(Date.now() + 7_200_000).toISOString().slice(0, 16)
  const from = screen.getByLabelText('Holds from (UTC)')
  fireEvent.change(from, { target: { value: later } })
  isUntouched('halted')
  fireEvent.change(from, { target: { value: '' } })
  isUntouched('open')
})

test('what would hold before a change that is agreed on already says until when', () => {
  answerWith(operatorOf('finance'))
  const setting = haltedIn(3600)
  shown(<ChangeForm setting={setting} />)
  const UNTIL = /^It holds until .* UTC: then the change begins that is agreed on already/
  expect(screen.queryByText(UNTIL)).toBeNull()
  fireEvent.change(trading(), { target: { value: 'halted' } })
  expect(screen.getByText('Trading: open → halted')).toBeTruthy()
  expect(screen.getByText(UNTIL)).toBeTruthy()
})

test('what is written to withdraw a change stays, held, when it has begun', async () => {
  const posted = answerWith(operatorOf('finance'))
  const { rerender } = shown(<Withdraw setting={haltedIn(3600)} />)
  const why = screen.getByLabelText<HTMLTextAreaElement>('Reason, for the audit log')
  fireEvent.change(why, { target: { value: 'the quotes are right again' } })
  rerender(<Withdraw setting={{ ...market, value: { state: 'halted' } }} />)
  expect(why.isConnected).toBe(true)
  expect(why.readOnly).toBe(true)
  fireEvent.submit(why.closest('form') ?? document.body)
  expect(posted).toEqual([])
  expect(screen.getByRole('alert').textContent).toContain('has begun')
  fireEvent.click(screen.getByRole('button', { name: 'Put away what I wrote' }))
  await waitFor(() => expect(why.isConnected).toBe(false))
})

test('ten seconds before it begins a change is not offered to be withdrawn any more', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] })
  answerWith(operatorOf('finance'))
  shown(<Withdraw setting={haltedIn(30)} />)
  const offered = () => screen.queryByRole('button', { name: 'Propose to withdraw it' })
  expect(offered()).not.toBeNull()
  act(() => void vi.advanceTimersByTime(15_000))
  expect(offered()).not.toBeNull()
  act(() => void vi.advanceTimersByTime(5_000))
  expect(offered()).toBeNull()
})

test('a machine that is new is bound by what any machine may be, and not by the one it is like', () => {
  answerWith(operatorOf('finance'))
  const price = { key: 'price', label: 'Price', unit: 'USDT', choices: [] }
  const bounds = { least: '50', most: '150', lowest: '1', highest: '100000' }
  const like = { ...market, name: 'machine.s-1', fields: [{ ...price, ...bounds }] }
  const { unmount } = shown(<AddMachine like={like} />)
  expect(screen.getByText('From 1 to 100,000')).toBeTruthy()
  unmount()
  shown(<ChangeForm setting={{ ...like, value: { price: '100' } }} />)
  expect(screen.getByText('From 50 to 150')).toBeTruthy()
})
