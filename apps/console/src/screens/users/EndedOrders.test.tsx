// @vitest-environment jsdom
import { listMemberOrders } from '@btbc/contract/operator/member-orders.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { EndedOrders } from '#screens/users/EndedOrders.tsx'
import { answerWith, putAway, shown } from '#testing/console.tsx'

afterEach(putAway)

const days = ['2026-02-02', '2026-03-01', '2026-01-10']

function order(day: string, index: number) {
  const at = `${day}T12:00:00.000Z`
  const what = { type: 'limit', direction: 'in', currency_id: 1, status: 'filled' }
  const figures = { price: '1', number: '1', filled: '1' }
  return { id: index + 1, ...what, ...figures, create_time: at, ended_at: at }
}

test('orders are sorted by when they were placed, and not by how the day is written', async () => {
  answerWith({ [listMemberOrders.path]: { list: days.map(order), next: null } })
  shown(<EndedOrders id={100_001} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Placed' }))
  const numbers = () =>
    screen.getAllByRole('row').flatMap((row) => row.querySelector('td')?.textContent ?? [])
  expect(numbers()).toEqual(['3', '1', '2'])
})
