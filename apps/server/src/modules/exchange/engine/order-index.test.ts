import { expect, test } from 'vitest'

import type { EngineOrder } from './engine-order.ts'
import { getMarket } from '../markets.ts'
import { OrderIndex } from './order-index.ts'

function order(id: number): EngineOrder {
  const at = new Date(0)
  return {
    id,
    clientId: 'mine',
    memberId: 1,
    market: getMarket(18),
    side: 'buy',
    type: 'limit',
    timeInForce: 'gtc',
    price: 100,
    stopPrice: null,
    budget: null,
    quantity: 1,
    filled: 0,
    quoteFilled: 0n,
    fee: 0,
    held: 0,
    holdPrice: 100,
    status: 'open',
    priority: id,
    firstTrade: null,
    lastTrade: null,
    createdAt: at,
    workingAt: at,
    updatedAt: at,
    isStored: false,
  }
}

test('an order that is open again has its name again, though a new one had taken it over', () => {
  const orderIndex = new OrderIndex()
  const [first, second] = [order(1), order(2)]
  const name = { memberId: 1, clientId: 'mine' }
  orderIndex.add(first)
  const cancelled = { ...first, status: 'cancelled' as const }
  Object.assign(first, cancelled)
  orderIndex.retire(first)
  orderIndex.add(second)
  expect(orderIndex.findByName(name)).toBe(second)
  Object.assign(first, { status: 'open' })
  orderIndex.rollBack([second], 1)
  expect(orderIndex.findByName(name)).toBe(first)
  expect(orderIndex.findOpenByClientId(1, 'mine')).toBe(first)
  expect(orderIndex.ofMember(1)).toEqual([first])
})
