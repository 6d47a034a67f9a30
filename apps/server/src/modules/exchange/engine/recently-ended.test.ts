import { expect, test } from 'vitest'

import type { EngineOrder } from './engine-order.ts'
import { openRecentlyEnded } from './recently-ended.ts'

const ended = (id: number, seconds: number) =>
  ({ id, market: { id: 18 + (id % 2) }, updatedAt: new Date(seconds * 1000) }) as EngineOrder

const idsOf = (orders: Iterable<EngineOrder>) => [...orders].map(({ id }) => id)

test('what ended more than twenty seconds ago makes room, once there are ten thousand', () => {
  const recent = openRecentlyEnded()
  for (let n = 0; n < 15_000; n += 1) expect(recent.add(ended(n, n / 1000))).toEqual([])
  const left = recent.add(ended(15_000, 3600))
  expect(idsOf(left)).toEqual(Array.from({ length: 5_001 }, (_, n) => n))
  expect(idsOf(recent.all())).toEqual(Array.from({ length: 10_000 }, (_, n) => 5_001 + n))
  expect(idsOf(recent.add(ended(15_001, 3600)))).toEqual([5_001])
})

test('however many end within twenty seconds, so many are kept', () => {
  const recent = openRecentlyEnded()
  const left = Array.from({ length: 200_003 }, (_, n) => idsOf(recent.add(ended(n, 0)))).flat()
  expect(left).toEqual([0, 1, 2])
  expect(idsOf(recent.all())).toHaveLength(200_000)
})

test('the last are taken out, the last one first, and those of a cleared market are no more', () => {
  const recent = openRecentlyEnded()
  for (let n = 0; n < 8; n += 1) recent.add(ended(n, 0))
  recent.clear(19)
  expect(idsOf(recent.takeLast(3))).toEqual([6])
  expect(idsOf(recent.all())).toEqual([0, 2, 4])
  expect(idsOf(recent.takeLast(100))).toEqual([4, 2, 0])
  expect(idsOf(recent.all())).toEqual([])
})
