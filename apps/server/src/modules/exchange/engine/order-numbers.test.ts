import { expect, test } from 'vitest'

import { NUMBERS_PER_BLOCK, openOrderNumbers } from './order-numbers.ts'

test('the next block is drawn before it is needed, and a draw that failed is made again', async () => {
  let drawn = 0
  let isFailing = false
  const numbers = openOrderNumbers(async () => {
    if (isFailing) throw new Error('no database')
    drawn += 1
    return (drawn - 1) * NUMBERS_PER_BLOCK + 1
  })
  const given: number[] = []
  const give = async (count: number) => {
    await numbers.reserve(count)
    for (let n = 0; n < count; n += 1) given.push(numbers.next())
  }
  await give(1)
  expect(drawn).toBe(2)
  isFailing = true
  await give(NUMBERS_PER_BLOCK)
  await expect(numbers.reserve(NUMBERS_PER_BLOCK)).rejects.toThrow('no database')
  isFailing = false
  await give(2 * NUMBERS_PER_BLOCK)
  expect(given).toEqual(given.map((_, n) => n + 1))
})

test('what was drawn before somebody else may have drawn is never given, nor what was on its way', async () => {
  let drawn = 0
  const slow = Promise.withResolvers<void>()
  const numbers = openOrderNumbers(async () => {
    drawn += 1
    const first = (drawn - 1) * NUMBERS_PER_BLOCK + 1
    if (drawn === 2) await slow.promise
    return first
  })
  await numbers.reserve(1)
  expect(numbers.next()).toBe(1)
  expect(numbers.following()).toBe(2)
  numbers.clear()
  slow.resolve()
  await numbers.reserve(1)
  expect(numbers.next()).toBe(2 * NUMBERS_PER_BLOCK + 1)
})
