// @vitest-environment jsdom
import { houseNow } from '@btbc/client/house-clock.ts'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { chooseHaptics } from '#preferences.ts'
import { MeterRing } from '#screens/home/MeterRing.tsx'
import { paths } from '#paths.ts'
import { shown } from '#testing/shown.tsx'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  Element.prototype.animate = vi.fn()
  vi.useFakeTimers({ toFake: ['performance', 'requestAnimationFrame', 'cancelAnimationFrame'] })
})

afterEach(() => {
  cleanup()
  chooseHaptics(true)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  { wanted: true, felt: [[8]] },
  { wanted: false, felt: [] },
])('a full hour is felt where haptics are on: $wanted', async ({ wanted, felt }) => {
  const vibrate = vi.fn<(ms: number) => boolean>()
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true })
  chooseHaptics(wanted)
  const startsAt = houseNow() - HOUR_MS + 500
  const run = { id: 1, startsAt, endsAt: startsAt + DAY_MS, unitsPerDay: 1n }
  const { container } = await shown(
    <MeterRing
      state="running"
      runs={[run]}
      online
      unclaimed={undefined}
      starts={0}
      onEnd={() => undefined}
    />,
    paths.home(),
  )
  const lit = () => container.querySelectorAll('[data-lit]').length
  const before = lit()
  vi.advanceTimersByTime(1000)
  expect(lit()).toBe(before + 1)
  expect(vibrate.mock.calls).toEqual(felt)
})
