// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { queryClient } from '#api/query.ts'
import { leftAt, useLeft } from '#screens/deal/useLeft.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

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

test('at the end the deal is asked for every two seconds until it is another', () => {
  vi.useFakeTimers()
  const asked = vi.spyOn(queryClient, 'invalidateQueries')
  const until = '2026-03-01T12:30:00.000Z'
  const { rerender } = renderHook(({ at }) => useLeft(until, { now: until, at }), {
    initialProps: { at: Date.now() },
  })
  // Each answer says that it is over, and nothing else yet.
  for (let tenths = 0; tenths < 50; tenths += 1) {
    act(() => {
      vi.advanceTimersByTime(100)
    })
    rerender({ at: Date.now() })
  }
  expect(asked).toHaveBeenCalledTimes(3)
})
