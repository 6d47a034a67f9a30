import { expect, test } from 'vitest'

import { leftAt } from '#screens/deal/useLeft.ts'

test('what is left goes by the clock of the server, whatever the clock of the device says', () => {
  const heard = { now: '2026-03-01T12:00:00.000Z', at: 5_000_000 }
  const until = '2026-03-01T12:30:00.000Z'
  expect(leftAt(until, heard, 5_000_000)).toBe(1800)
  expect(leftAt(until, heard, 5_000_001)).toBe(1800)
  expect(leftAt(until, heard, 5_001_000)).toBe(1799)
  expect(leftAt(until, heard, 5_000_000 + 1_799_999)).toBe(1)
  expect(leftAt(until, heard, 5_000_000 + 1_800_000)).toBe(0)
  expect(leftAt(until, heard, 9_000_000_000)).toBe(0)
})
