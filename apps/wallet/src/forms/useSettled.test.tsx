// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { useSettled } from '@btbc/ui/useSettled.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what is typed key by key is asked about once it stands still', () => {
  const seen: string[] = []
  const { rerender } = renderHook(({ typed }) => seen.push(useSettled(typed, 100)), {
    initialProps: { typed: '1' },
  })
  for (const typed of ['12', '120', '1200']) {
    rerender({ typed })
    act(() => void vi.advanceTimersByTime(90))
  }
  expect(seen.at(-1)).toBe('1')
  act(() => void vi.advanceTimersByTime(10))
  expect(new Set(seen)).toEqual(new Set(['1', '1200']))
})
