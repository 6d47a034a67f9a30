import { expect, it } from 'vitest'

import { believed } from './believed.ts'

const FOR_MS = 5000
const MOST = 100

it('believes what was said for so long, from when it was said last', () => {
  const names = believed<string>(FOR_MS, MOST)
  names.set('a', 'Ada', 1000)
  expect(names.get('a', 1000)).toBe('Ada')
  expect(names.get('a', 5999)).toBe('Ada')
  expect(names.get('a', 6000)).toBeUndefined()
  names.set('a', 'Bob', 6000)
  expect(names.get('a', 10_999)).toBe('Bob')
  expect(names.get('b', 6000)).toBeUndefined()
})

it('believes nothing that was taken back, nor what is to come by a wall that was set back', () => {
  const names = believed<string>(FOR_MS, MOST)
  names.set('a', 'Ada', 1000)
  names.delete('a')
  expect(names.get('a', 1000)).toBeUndefined()
  names.set('b', 'Bob', 10_000)
  expect(names.get('b', 9999)).toBeUndefined()
})

it('keeps no more than was said within its time, whoever else comes', () => {
  const numbers = believed<number>(FOR_MS, 1_000_000)
  // Ten a second, each once, for a minute.
  const counts = Array.from({ length: 600 }, (_, n) => {
    numbers.set(String(n), n, n * 100)
    return numbers.count()
  })
  expect(Math.max(...counts)).toBeLessThanOrEqual(61)
  expect(Math.min(...counts.slice(60))).toBeGreaterThanOrEqual(50)
  expect(numbers.get('599', 59_900)).toBe(599)
  expect(numbers.get('550', 59_900)).toBe(550)
})

it('lets the oldest go when there are too many, and keeps the rest', () => {
  const numbers = believed<number>(FOR_MS, MOST)
  for (let n = 0; n < 10 * MOST; n += 1) {
    numbers.set(String(n), n, 1000 + (n % 2))
    expect(numbers.count()).toBeLessThanOrEqual(MOST)
    expect(numbers.get(String(n - MOST / 2), 1001)).toBe(n < MOST / 2 ? undefined : n - MOST / 2)
  }
})
