// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { ChangeForm } from '#screens/settings/ChangeForm.tsx'
import { Withdraw } from '#screens/settings/Withdraw.tsx'
import type { Setting } from '#screens/settings/SettingsScreen.tsx'
import { answerWith, AT, operatorOf, putAway, shown } from '#testing/console.tsx'

afterEach(putAway)

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
      from: new Date(Date.now() + seconds * 1000).toISOString(),
    },
  ],
})

test('what was agreed on a moment ago is no change any more, and what holds later is one until then', () => {
  answerWith(operatorOf('finance'))
  const { rerender } = shown(<ChangeForm setting={market} />)
  const trading = () => screen.getByLabelText<HTMLSelectElement>('Trading').value
  rerender(<ChangeForm setting={haltedIn(10)} />)
  expect(trading()).toBe('halted')
  expect(screen.getByText('Nothing would change.')).toBeTruthy()
  rerender(<ChangeForm setting={haltedIn(3600)} />)
  expect(trading()).toBe('halted')
  expect(screen.getByText('Trading: open → halted')).toBeTruthy()
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
  fireEvent.click(screen.getByRole('button', { name: 'Put away what I wrote' }))
  await waitFor(() => expect(why.isConnected).toBe(false))
})
