// @vitest-environment jsdom
import { listStuckNonces } from '@btbc/contract/operator/nonce.ts'
import { takeSnapshotNow } from '@btbc/contract/operator/proof.ts'
import { listProposals } from '@btbc/contract/operator/proposal.ts'
import { currencies } from '@btbc/money/currency.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { queryClient } from '#api/query.ts'
import { Halted } from '#screens/overview/Halted.tsx'
import { Reconciliation } from '#screens/overview/Reconciliation.tsx'
import { Stops } from '#screens/overview/Stops.tsx'
import { StuckNonces } from '#screens/overview/StuckNonces.tsx'
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

const WORDS = 'looked at the books'

/** What was written in the only form that is left is held, and gone with it once it is put away. */
async function expectHeld(label: RegExp) {
  const why = await screen.findByLabelText<HTMLTextAreaElement>(label)
  await screen.findByText(/^This was decided meanwhile\./)
  expect(why.value).toBe(WORDS)
  expect(why.readOnly).toBe(true)
  fireEvent.submit(why.closest('form') ?? document.body)
  fireEvent.click(screen.getByRole('button', { name: 'Put away what I wrote' }))
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
}

const write = (field: HTMLElement | undefined) =>
  fireEvent.change(field ?? document.body, { target: { value: WORDS } })

test('what is written about something that is stopped stays, held, when others let it go', async () => {
  const posted = answerWith(operatorOf('finance'))
  const { rerender } = shown(
    <Stops
      overview={overviewOf(
        [stopOf(currencies.BTC.id, false), stopOf(currencies.USDT.id, false)],
        [],
      )}
    />,
  )
  write(screen.getAllByLabelText(/^Why they may go again/)[1])
  rerender(<Stops overview={overviewOf([], [])} />)
  expect(screen.getByRole('article', { name: 'Withdrawals of USDT' })).toBeTruthy()
  expect(screen.queryByText('stopped')).toBeNull()
  await expectHeld(/^Why they may go again/)
  expect(posted).toEqual([])
})

test('what is written about halted deposits stays, held, when others let them go', async () => {
  const nothing = { list: [], total: 0, page: 1, limit: 20 }
  const posted = answerWith({ ...operatorOf('finance'), [listProposals.path]: nothing })
  const halted = { kind: 'watcher_halted' as const, text: 'A final block has changed', at: AT }
  const { rerender } = shown(<Halted overview={{ ...overviewOf([], []), alerts: [halted] }} />)
  write(screen.getByLabelText(/^Why the chain can be believed/))
  rerender(<Halted overview={overviewOf([], [])} />)
  await expectHeld(/^Why the chain can be believed/)
  expect(posted).toEqual([])
})

test('what is written about a stuck transaction stays, held, when a block takes it', async () => {
  const stuck = {
    id: 4,
    purpose: 'withdrawal',
    key: 'hot',
    nonce: 3,
    waiting: 1,
    problem: '',
    signed_at: AT,
    is_replaced: false,
    proposal: null,
  }
  let isStuck = true
  const posted = answerWith({
    ...operatorOf('finance'),
    [listStuckNonces.path]: () => ({ stuck: isStuck ? [stuck] : [], may_propose: true }),
  })
  shown(<StuckNonces />)
  write(await screen.findByLabelText(/^Why its nonce is to be freed/))
  isStuck = false
  await act(async () => await queryClient.invalidateQueries())
  await expectHeld(/^Why its nonce is to be freed/)
  expect(posted).toEqual([])
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
