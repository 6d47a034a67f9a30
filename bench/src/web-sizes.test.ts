import { expect, test } from 'vitest'

import { measureSizes } from '#web-sizes.ts'

test('the start, every screen, every language and the exchange stay within their budgets', () => {
  const sizes = measureSizes()
  expect(sizes.length).toBeGreaterThan(40)
  expect(sizes.filter(({ kb, budgetKb }) => kb > budgetKb)).toEqual([])
})
