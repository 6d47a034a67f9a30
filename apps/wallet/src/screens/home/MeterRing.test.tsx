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
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
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
  const { container } = await shownSince(houseNow() - HOUR_MS + 500)
  const lit = () => container.querySelectorAll('[data-lit]').length
  const before = lit()
  vi.advanceTimersByTime(1000)
  expect(lit()).toBe(before + 1)
  expect(vibrate.mock.calls).toEqual(felt)
})

test('the ring is drawn again when it has moved, and not with each of its figures', async () => {
  const { container } = await shownSince(houseNow() - HOUR_MS)
  const left = () => container.querySelector('[data-part=tail]')?.textContent
  const writes = vi.spyOn(Element.prototype, 'setAttribute')
  const before = left()
  vi.advanceTimersByTime(1000)
  expect(left()).not.toBe(before)
  expect(container.querySelector('[data-fresh]')).not.toBeNull()
  expect(writes).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(writes.mock.calls.map(([name]) => name)).toEqual(['stroke-dashoffset'])
})

function shownSince(startsAt: number) {
  const run = { id: 1, startsAt, endsAt: startsAt + DAY_MS, unitsPerDay: 100_000_000n }
  return shown(
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
}
