// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { ChangeForm } from '#screens/settings/ChangeForm.tsx'
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
