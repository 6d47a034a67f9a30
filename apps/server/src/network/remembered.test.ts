import { expect, test } from 'vitest'

import { remembered } from './remembered.ts'

test('what was read of the same key is not read again, what is too long is read each time, and not all is kept', () => {
  let reads = 0
  const lengthOf = remembered(
    (text: string) => text,
    (text) => {
      reads += 1
      return text.length
    },
  )
  expect([lengthOf('ann'), lengthOf('ann'), lengthOf('eve!')]).toEqual([3, 3, 4])
  expect(reads).toBe(2)
  const long = 'x'.repeat(1_000)
  expect([lengthOf(long), lengthOf(long)]).toEqual([1_000, 1_000])
  expect(reads).toBe(4)
  for (let caller = 0; caller < 10_000; caller += 1) lengthOf(`caller ${caller}`)
  lengthOf('ann')
  expect(reads).toBe(4 + 10_000 + 1)
})
