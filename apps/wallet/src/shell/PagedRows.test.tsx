// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { reload } from '#api/query.ts'
import { paths } from '#paths.ts'
import { FundRecords } from '#screens/fund/FundRecords.tsx'
import { refused, startReading } from '#testing/network.ts'
import { shown } from '#testing/shown.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const funds = (newest: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: newest - at,
    days: newest - at,
    rate: '1.00',
    amount: '5.00000000',
    payout: '6.00000000',
    fetch_time: '2026-04-01T12:00:00.000Z',
    status: 0,
  }))
const answer = (list: object[]) => async () =>
  Response.json({ type: 'ok', message: { list, total: 21 } })

test('a list waits visibly, goes on behind its last row, and says from when it is', async () => {
  const reading = startReading({})
  reading.answers = [answer(funds(21, 20)), answer(funds(1, 1)), refused]
  const { container } = await shown(<FundRecords />, paths.funds())
  expect(container.querySelector('[aria-busy=true] .skeleton')).toBeTruthy()
  await screen.findByText('20 of 21')
  expect(container.querySelector('.skeleton')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Load more' }))
  await screen.findByText('21 of 21')
  expect(reading.asked).toEqual(['/api/fund/list?limit=20', '/api/fund/list?limit=20&before=2'])
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  reload('funds')
  await waitFor(() => expect(screen.getByText(/^Not now\. What you see is from /)).toBeTruthy())
  expect(screen.getByText('21 of 21')).toBeTruthy()
})
