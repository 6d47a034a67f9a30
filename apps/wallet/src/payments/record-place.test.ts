import { expect, test } from 'vitest'

import { placeOf } from '#payments/record-place.ts'

test('a line of the records leads to what it is about, where there is more to know', () => {
  expect(placeOf({ kind: 'withdrawal.held', currency: 28 })).toBe('/withdrawal?currency=28')
  expect(placeOf({ kind: 'deposit.credited', currency: 3 })).toBe('/recharge?currency=3')
  expect(placeOf({ kind: 'rail.credited', currency: 3 })).toBe('/statement?wallet=legal&currency=3')
  expect(placeOf({ kind: 'join.welcomed', currency: 28 })).toBeUndefined()
})
