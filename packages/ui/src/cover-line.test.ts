import { expect, test } from 'vitest'

import { areaOf, lineOf } from '#cover-line.ts'

test('what nobody knows is a gap in the line, and what stands alone between two is a dot', () => {
  const points = [4n, undefined, 2n, undefined, 4n, 2n].map((there) => ({ there, due: 0n }))
  expect(lineOf(points, 100, 42)).toBe('M0 1h0M40 21h0M80 1L100 21')
  expect(areaOf(points, 100, 42)).toBe('M0 41L20 41L40 41L60 41L80 41L100 41V42H0Z')
  expect(lineOf([], 100, 42)).toBe('')
})
