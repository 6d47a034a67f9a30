import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { isoTime } from '#iso-time.ts'

test('a moment of any year is written as JavaScript writes it, and a date that is none as well', () => {
  const soon = fc.date({
    min: new Date('2026-11-01T00:00:00Z'),
    max: new Date('2026-12-01T00:00:00Z'),
    noInvalidDate: true,
  })
  const ever = fc.date({ noInvalidDate: true })
  fc.assert(
    fc.property(fc.oneof(soon, ever), (date) => {
      expect(isoTime(date)).toBe(date.toISOString())
    }),
    { numRuns: 3_000 },
  )
  const edges = [-1, 0, 999, 59_999, 86_399_999, 86_400_000, 8.64e15, -8.64e15]
  expect(edges.map((at) => isoTime(new Date(at)))).toEqual(
    edges.map((at) => new Date(at).toISOString()),
  )
  expect(() => isoTime(new Date(Number.NaN))).toThrow(RangeError)
})
