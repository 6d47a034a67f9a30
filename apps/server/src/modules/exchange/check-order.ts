import { Refusal } from '@btbc/contract/refusals.ts'

import { checkByItself } from './engine/admission.ts'
import { isOpen } from './engine/engine-order.ts'
import type { Engine } from './engine/engine.ts'
import type { NewOrder } from './exchange.ts'
import { getMarket, OPEN_ORDERS_MAX } from './markets.ts'

/** Refuses what would be refused whatever stands in the book and whatever the member has. */
export function checkOrder(
  order: NewOrder,
  parts: { engine: Engine; refusalOf: (order: NewOrder) => Refusal | undefined },
): void {
  const { engine, refusalOf } = parts
  const { memberId, marketId, clientId, onRepeat } = order
  if (!engine.isRunning()) throw new Refusal('try_again')
  const refusal = refusalOf(order)
  if (refusal) throw refusal
  const named = clientId === undefined ? undefined : engine.findOrder({ memberId, clientId })
  if (named && isOpen(named) && onRepeat !== 'first') throw new Refusal('client_id_taken')
  checkByItself(order, getMarket(marketId))
  if (mayStay(order) && engine.openOrdersOf(memberId, marketId).length >= OPEN_ORDERS_MAX) {
    throw new Refusal('too_many_orders', { limit: OPEN_ORDERS_MAX })
  }
}

/** Others never take a place among those that are open. */
function mayStay({ type, timeInForce }: NewOrder): boolean {
  if (type !== 'limit') return type !== 'market'
  return timeInForce !== 'ioc' && timeInForce !== 'fok'
}
