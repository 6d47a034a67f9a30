import { expect, test } from 'vitest'

import { collarOf } from '#price-collar.ts'

test('a collar is five percent, rounded to a tick towards where it starts from', () => {
  expect([1000n, 1001n, 1019n, 1n].map((from) => collarOf('buy', from))).toEqual([
    1050n,
    1051n,
    1069n,
    1n,
  ])
  expect([1000n, 1001n, 1019n, 1n].map((from) => collarOf('sell', from))).toEqual([
    950n,
    951n,
    969n,
    1n,
  ])
  expect(collarOf('sell', 0n)).toBe(1n)
})
