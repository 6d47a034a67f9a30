import type { PaymentJson } from '@btbc/contract/payment-state.ts'
import { expect, test } from 'vitest'

import { sinceThen } from '#screens/recharge/arrivals.ts'

const deposit = (id: number, state: PaymentJson['state']) => ({ id, state }) as PaymentJson

test('a deposit is on its way until it is there, and told once it is; those before are not', () => {
  const deposits = [deposit(3, 'pending'), deposit(2, 'done'), deposit(1, 'done')]
  const told = sinceThen(deposits, new Set([1]))
  expect(told.onTheWay.map(({ id }) => id)).toEqual([3])
  expect(told.arrived.map(({ id }) => id)).toEqual([2])
  expect(sinceThen(deposits, undefined).arrived).toEqual([])
  expect(sinceThen([deposit(4, 'cancelled')], new Set()).onTheWay).toEqual([])
})
