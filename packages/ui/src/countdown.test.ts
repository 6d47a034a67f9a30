import { expect, test } from 'vitest'

import { secondsUntil } from '#countdown.ts'

test.each([
  [60_000, 0, 60],
  [60_000, 1, 60],
  [60_000, 1000, 59],
  [60_000, 59_999, 1],
  [60_000, 60_000, 0],
  [60_000, 90_000, 0],
  [0, 1_700_000_000_000, 0],
])('until %i at %i it is %i s', (moment, now, seconds) => {
  expect(secondsUntil(moment, now)).toBe(seconds)
})
