import { Refusal } from '@btbc/contract/refusals.ts'
import { findCurrency } from '@btbc/money/currency.ts'

import { admit, type Admitted, checkLargest, refusalOf, show, toCommand } from './admission.ts'
import { addToLevel, type Batch, type Parts, setHeld, touch } from './batch.ts'
import { applyEvents } from './events.ts'
import type { NewOrder, OrderName } from './exchange.ts'
import { holdOf, isOpen, type LiveOrder } from './live-order.ts'
import type { MarketState } from './market-state.ts'
import type { MarketSteps } from './markets.ts'

/** What a member may ask of a batch: each is admitted or refused, and the book does the rest. */

/** How a command left an order, before the commit. */
export type Draft = { order: LiveOrder; released: number; isRepeat?: boolean } | Refusal

export function place(parts: Parts, batch: Batch, order: NewOrder): Draft {
  return refusalInstead(() => {
    const state = getState(parts, order.marketId)
    const repeated = findRepeated(parts, order)
    if (repeated) return { order: repeated, released: 0, isRepeat: true }
    const admitted = admit(order, state)
    checkBalance(batch, order, admitted, state.market)
    checkLargest(admitted, state.market)
    const live = draftOrder(parts.nextOrderId(), order, admitted, state.market, batch.at)
    const { book } = state
    book.events.clear()
    book.apply(toCommand(live.id, order, admitted))
    if (book.events.kind(0) === 'rejected') throw refusalOf(book.events.reason(0))

    parts.shelf.add(live)
    batch.touched.set(live, { isNew: true })
    setHeld(batch, live, admitted.needed)
    applyEvents(parts, batch, state)
    return { order: live, released: 0 }
  })
}

export function cancel(parts: Parts, batch: Batch, name: OrderName): Draft {
  return refusalInstead(() => {
    const order = getOpen(parts, name)
    const { held } = order
    const state = getState(parts, order.market.id)
    state.book.events.clear()
    state.book.apply({ kind: 'cancel', orderId: order.id, owner: order.memberId })
    applyEvents(parts, batch, state)
    return { order, released: held }
  })
}

export function cancelAll(
  parts: Parts,
  batch: Batch,
  memberId: number,
  marketId?: number,
): Draft[] {
  const own = parts.shelf.ofMember(memberId, marketId)
  return own.map(({ id }) => cancel(parts, batch, { memberId, id: BigInt(id) }))
}

export function amend(
  parts: Parts,
  batch: Batch,
  amendment: OrderName & { quantity: bigint },
): Draft {
  return refusalInstead(() => {
    const order = getOpen(parts, amendment)
    const { market } = order
    const { quantity } = amendment
    if (quantity % market.lot !== 0n) {
      throw new Refusal('quantity_off_lot', { lot: show(market.lot) })
    }
    const state = getState(parts, market.id)
    const { book } = state
    const lots = Number(quantity / market.lot)
    const fewer = order.quantity - lots
    book.events.clear()
    book.apply({ kind: 'amend', orderId: order.id, owner: order.memberId, quantity: lots })
    if (book.events.kind(0) === 'rejected') throw refusalOf(book.events.reason(0))
    touch(batch, order)
    order.quantity = lots
    const held = holdOf(order)
    const released = order.held - held
    setHeld(batch, order, held)
    if (order.status === 'open') addToLevel(batch, state, order.side, order.price, -fewer)
    return { order, released }
  })
}

/** The caller's refusals are answers; anything else undoes the batch. */
function refusalInstead(work: () => Draft): Draft {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function getState(parts: Parts, marketId: number): MarketState {
  const state = parts.findState(marketId)
  if (!state) throw new Refusal('market_not_found')
  return state
}

function getOpen(parts: Parts, name: OrderName): LiveOrder {
  const order = parts.shelf.findByName(name)
  if (!order) throw new Refusal('order_not_found')
  if (isOpen(order)) return order
  throw new Refusal(order.status === 'filled' ? 'order_filled' : 'order_ended')
}

function findRepeated(parts: Parts, order: NewOrder): LiveOrder | undefined {
  const { memberId, clientId, onRepeat = 'refuse' } = order
  if (clientId === undefined) return undefined
  if (onRepeat === 'first') return parts.shelf.findByName({ memberId, clientId })
  if (parts.shelf.findOpenByClientId(memberId, clientId)) throw new Refusal('client_id_taken')
  return undefined
}

function checkBalance(
  batch: Batch,
  order: NewOrder,
  { needed }: Admitted,
  market: MarketSteps,
): void {
  const currency = order.side === 'buy' ? market.quote : market.base
  const account = batch.balances.of(order.memberId, currency)
  const available = account.available + account.availableChange
  if (needed <= available) return
  throw new Refusal('insufficient_balance', {
    available: show(BigInt(available)),
    needed: show(BigInt(needed)),
    currency: findCurrency(currency)?.code ?? '',
  })
}

function draftOrder(
  id: number,
  order: NewOrder,
  admitted: Admitted,
  market: MarketSteps,
  at: Date,
): LiveOrder {
  const isImmediate = order.type === 'market' || order.type === 'stop_market'
  return {
    id,
    clientId: order.clientId ?? null,
    memberId: order.memberId,
    market,
    side: order.side,
    type: order.type,
    timeInForce: isImmediate ? 'ioc' : (order.timeInForce ?? 'gtc'),
    price: admitted.price ?? null,
    stopPrice: admitted.stopPrice ?? null,
    quantity: admitted.quantity,
    filled: 0,
    quoteFilled: 0,
    fee: 0,
    held: 0,
    holdPrice: admitted.holdPrice,
    status: 'open',
    priority: 0,
    firstTrade: null,
    lastTrade: null,
    createdAt: at,
    updatedAt: at,
    isStored: false,
  }
}
