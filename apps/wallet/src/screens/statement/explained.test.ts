import { expect, test } from 'vitest'

import { addUp } from '#screens/statement/explained.ts'

const explanation = {
  currency: 3,
  currency_name: 'USDT',
  available: '40.00000000',
  locked: '50.00000000',
  groups: [
    { kind: 'a', info: 'In', count: 2, available: '97.00000000', locked: '0.00000000' },
    { kind: 'b', info: 'Held', count: 1, available: '-50.00000000', locked: '50.00000000' },
    { kind: 'c', info: 'Out', count: 1, available: '-7.00000000', locked: '0.00000000' },
  ],
}

test('the moves add up to the balance, available and locked each', () => {
  const { groups, total, agrees } = addUp(explanation)
  expect(agrees).toBe(true)
  expect(total).toBe('90.00000000')
  expect(groups.map((group) => [group.total, group.locked])).toEqual([
    ['97.00000000', undefined],
    ['0.00000000', '50.00000000'],
    ['-7.00000000', undefined],
  ])
})

test('a unit too many in one part is seen, also when the total is right', () => {
  const odd = { ...explanation, available: '40.00000001', locked: '49.99999999' }
  expect(addUp(odd).agrees).toBe(false)
})
