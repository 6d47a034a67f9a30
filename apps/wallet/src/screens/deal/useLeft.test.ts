// @vitest-environment jsdom
import { hearHouse } from '@btbc/client/house-clock.ts'
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { queryClient } from '#api/query.ts'
import { useLeft } from '#screens/deal/useLeft.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const until = '2026-03-01T12:30:00.000Z'

test.each([-3_600_000, 0, 3_600_000])(
  'what is left goes by the clock of the house, whether or not the device is %i ms ahead',
  (ahead) => {
    vi.useFakeTimers({ now: Date.parse(until) - 1_800_000 + ahead })
    hearHouse(Date.parse(until) - 1_800_000)
    const { result } = renderHook(() => useLeft(until))
    const leftAfter = (ms: number) => {
      act(() => {
        vi.advanceTimersByTime(ms)
      })
      return result.current
    }
    expect(result.current).toBe(1800)
    expect(leftAfter(900)).toBe(1800)
    expect(leftAfter(100)).toBe(1799)
    expect(leftAfter(1_798_900)).toBe(1)
    expect(leftAfter(100)).toBe(0)
    expect(leftAfter(7_200_000)).toBe(0)
  },
)

test('at the end the deal is asked for every two seconds until it is another', () => {
  vi.useFakeTimers()
  const asked = vi.spyOn(queryClient, 'invalidateQueries')
  hearHouse(Date.parse(until))
  const { rerender } = renderHook(() => useLeft(until))
  // Each answer says that it is over, and nothing else yet.
  for (let tenths = 0; tenths < 50; tenths += 1) {
    act(() => {
      vi.advanceTimersByTime(100)
    })
    rerender()
  }
  expect(asked).toHaveBeenCalledTimes(3)
})
