import { expect, test } from 'vitest'

import { barsOf, sumOf } from '#screens/calendar/calendar.ts'

const days = [
  { date: '2028-02-28', income: '1.00000000', back: '0.00000000', payments: 1 },
  { date: '2028-03-01', income: '4.00000000', back: '200.00000000', payments: 2 },
]

test('there is a bar for each day of the window, the leap day too, as high as its part of the best', () => {
  expect(barsOf({ from: '2028-02-28', until: '2028-03-02', days })).toEqual([
    { date: '2028-02-28', height: 250, hasBack: false },
    { date: '2028-02-29', height: 0, hasBack: false },
    { date: '2028-03-01', height: 1000, hasBack: true },
    { date: '2028-03-02', height: 0, hasBack: false },
  ])
  expect([sumOf(days, 'income'), sumOf(days, 'back')]).toEqual([500_000_000n, 20_000_000_000n])
})
