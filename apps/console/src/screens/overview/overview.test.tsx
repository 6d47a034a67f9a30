// @vitest-environment jsdom
import { takeSnapshotNow } from '@btbc/contract/operator/proof.ts'
import { currencies } from '@btbc/money/currency.ts'
import { fireEvent, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { Reconciliation } from '#screens/overview/Reconciliation.tsx'
import { Stops } from '#screens/overview/Stops.tsx'
import { answerWith, AT, operatorOf, putAway, shown } from '#testing/console.tsx'

afterEach(() => {
  putAway()
  vi.restoreAllMocks()
})

type Overview = ComponentProps<typeof Stops>['overview']

function overviewOf(stops: Overview['stops'], checks: Overview['checks']): Overview {
  const empty = { alerts: [], more_members: 0, may_propose: true, arrivals: [], chain: null }
  return { ...empty, stops, checks }
}

function stopOf(currency: number, matching: boolean): Overview['stops'][number] {
  const reason = 'The books do not hold'
  return { currency, member_id: null, matching, reason, at: AT, proposal: null }
}

const compared: Overview['checks'][number] = {
  source: 'chain',
  currency: currencies.USDT.id,
  block: 1,
  books: '1',
  outside: '1',
  difference: '0.0',
  explained: '0.0',
  agrees: true,
  checked_at: AT,
  since: AT,
}

const AGREE = 'Now books and outside agree.'

test.each([
  ['one whose comparison was at fault', stopOf(currencies.USDT.id, false), true],
  ['one whose books alone were at fault', stopOf(currencies.USDT.id, true), false],
  ['one that is compared with nothing', stopOf(currencies.POINT.id, false), false],
])('of %s it is said that books and outside agree: %s', (_what, stop, isSaid) => {
  answerWith({})
  shown(<Stops overview={overviewOf([stop], [compared])} />)
  expect(screen.queryAllByText(AGREE)).toHaveLength(isSaid ? 1 : 0)
})

test('a proof of many members is waited for, for minutes', async () => {
  const MINUTE_MS = 60_000
  const wait = vi.spyOn(AbortSignal, 'timeout')
  answerWith({ ...operatorOf('finance'), [takeSnapshotNow.path]: { number: 7 } })
  shown(<Reconciliation overview={overviewOf([], [])} />)
  fireEvent.click(screen.getByRole('button', { name: 'Publish a proof now' }))
  await vi.waitFor(() => expect(wait).toHaveBeenCalled(), 60_000)
  const longest = Math.max(...wait.mock.calls.map(([ms]) => ms))
  expect(longest).toBeGreaterThanOrEqual(5 * MINUTE_MS)
})
