import { expect, test } from 'vitest'
import { IdIndex } from '#id-index.ts'
import { randomFrom } from '#random-flow.ts'

test('the index finds what a Map finds, whatever comes and goes', () => {
  const random = randomFrom(9)
  for (const idMax of [3_000, 2 ** 32, 2 ** 53]) {
    const index = new IdIndex()
    const map = new Map<number, number>()
    const ids = Array.from({ length: 6_000 }, () => 1 + random.below(idMax - 1))
    for (let step = 1; step <= 40_000; step++) {
      const id = ids[random.below(ids.length)] ?? 1
      expect(index.find(id)).toBe(map.get(id) ?? 0)
      if (map.has(id)) {
        index.remove(id)
        map.delete(id)
      } else {
        index.add(id, step)
        map.set(id, step)
      }
    }
    for (const id of ids) expect(index.find(id)).toBe(map.get(id) ?? 0)
    expect(index.find(0)).toBe(0)
  }
})
