import { expect, test } from 'vitest'

import { courseOf } from '#screens/proof/course.ts'
import { areaOf, lineOf } from '@btbc/ui/cover-line.ts'

const row = (at: string, owed: string, promised: string, there: string) => ({
  at,
  coverage: [{ currency: 3, owed, promised, there }],
})

test('the least cover of all proofs is said, cut off and not rounded up, and drawn to scale', () => {
  const course = courseOf(
    [row('a', '50', '0', '100'), row('b', '90', '0.01', '90'), row('c', '80', '20', '200')],
    3,
  )
  expect(course).toMatchObject({ from: 'a', to: 'c', least: '99.98', there: '200.00000000' })
  expect(lineOf(course.points, 100, 102)).toBe('M0 51L50 56L100 1')
  expect(areaOf(course.points, 100, 102)).toBe('M0 76L50 56L100 51V102H0Z')
})

test('where nothing is due there is no percentage, and one proof alone is a level line', () => {
  const course = courseOf([row('a', '0', '0', '5')], 3)
  expect(course.least).toBeUndefined()
  expect(lineOf(course.points, 100, 102)).toBe('M0 1H100')
  expect(areaOf(course.points, 100, 102)).toBe('M0 101H100V102H0Z')
  expect(courseOf([row('a', '1', '0', '-5')], 3).least).toBe('-500.00')
})
