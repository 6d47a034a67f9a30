import { expect, test } from 'vitest'
import { PriceLadder } from '#price-ladder.ts'
import { randomFrom } from '#random-flow.ts'

/** Where pages, words and groups of pages begin and end, and the ends of the range. */
const EDGES = [1, 31, 32, 255, 256, 8_191, 8_192, 262_143, 262_144, 262_145, 2 ** 26, 2 ** 27]

test.each([
  ['ascending', true],
  ['descending', false],
] as const)('the %s ladder knows the best price and the next at all times', (_, ascending) => {
  const ladder = new PriceLadder(ascending, 2 ** 27)
  const random = randomFrom(1)
  const prices = new Set<number>()
  for (let step = 0; step < 20_000; step++) {
    const near = random.pick([1, 64, 1_024])
    const wanted = random.pick([EDGES[random.below(EDGES.length)] ?? 1, 1 + random.below(2 ** 27)])
    const price = Math.min(2 ** 27, Math.max(1, wanted + random.below(near)))
    if (prices.size < 40 && !prices.has(price)) {
      ladder.setHead(ladder.open(price), 1)
      prices.add(price)
    } else {
      const [gone] = [...prices].slice(random.below(prices.size))
      if (gone === undefined) throw new Error('there was a price')
      ladder.close(ladder.cellOf(gone))
      prices.delete(gone)
    }
    const inOrder = [...prices].toSorted((a, b) => (ascending ? a - b : b - a))
    const walked = []
    for (let at = ladder.best; at !== 0; at = ladder.after(at)) walked.push(at)
    expect(walked).toEqual(inOrder)
    expect(walked.map((each) => ladder.price(ladder.cellOf(each)))).toEqual(inOrder)
  }
})
