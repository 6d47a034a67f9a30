import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('a moment is written in UTC, as it is typed, and says so, wherever the operator sits', async () => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  const { dateTime, day, time } = await import('#format.ts')
  const late = '2026-03-01T20:05:09.000Z'
  expect(new Date(late).getHours()).toBe(5)
  expect(dateTime(late)).toBe('1 Mar 2026, 20:05:09\u00a0UTC')
  expect(time(late)).toBe('20:05 UTC')
  expect(day(late)).toBe('1 Mar')
})
