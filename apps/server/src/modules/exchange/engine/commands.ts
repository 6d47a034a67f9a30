import { Refusal } from '@btbc/contract/refusals.ts'
import type { Command } from '@btbc/matching/command.ts'
import type { Reason } from '@btbc/matching/events.ts'
import { plainAmount } from '@btbc/money/amount.ts'
import { currencyCode } from '@btbc/money/currency.ts'

import {
  admit,
  type Admitted,
  type Asked,
  checkAmended,
  checkRange,
  refusalOf,
  toCommand,
} from './admission.ts'
import { addToLevel, type Batch, end, type Parts, setHeld, touch } from './batch.ts'
import { type EngineOrder, holdOf, isOpen } from './engine-order.ts'
import { applyEvents } from './events.ts'
import type { NewOrder, OrderName } from '../exchange.ts'
import type { MarketState } from './market-state.ts'
import type { MarketSteps } from '../markets.ts'

/** What a member may ask of a batch: each is admitted or refused, and the book does the rest. */

/** How a command left an order, before the commit. */
export type Draft =
  | { order: EngineOrder; released: number; isRepeat?: boolean; isAmended?: boolean }
  | Refusal

export function place(parts: Parts, batch: Batch, order: NewOrder): Draft {
  return refusalInstead(parts, batch, () => {
    const state = getState(parts, order.marketId)
    const repeated = findRepeated(parts, order)
    if (repeated) return { order: repeated, released: 0, isRepeat: true }
    const asked = admit(order, state)
    checkBalance(batch, order, asked, state.market)
    const admitted = checkRange(asked, state.market)
    const placed = draftOrder(parts.nextOrderId(), order, admitted, state.market, batch.at)
    const reason = tryApply(batch, state, toCommand(placed.id, order, admitted))
    const hasExpired = reason === 'unfillable' && order.onUnfillable === 'expire'
    if (reason && !hasExpired) throw refusalOf(reason)
    parts.orderIndex.add(placed)
    batch.touched.set(placed, { isNew: true })
    if (hasExpired) end(parts, batch, state, placed, 'expired')
    else {
      setHeld(batch, placed, admitted.needed)
      applyEvents(parts, batch, state)
    }
    return { order: placed, released: 0 }
  })
}

export function cancel(parts: Parts, batch: Batch, name: OrderName): Draft {
  return refusalInstead(parts, batch, () => {
    const order = getOpen(parts, name)
    const { held } = order
    const state = getState(parts, order.market.id)
    apply(batch, state, { kind: 'cancel', orderId: order.id, owner: order.memberId })
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
  const own = parts.orderIndex.ofMember(memberId, marketId)
  return own.map(({ id }) => cancel(parts, batch, { memberId, id: BigInt(id) }))
}

export function amend(
  parts: Parts,
  batch: Batch,
  amendment: OrderName & { quantity: bigint },
): Draft {
  return refusalInstead(parts, batch, () => {
    const order = getOpen(parts, amendment)
    const { market } = order
    const { quantity } = amendment
    if (quantity % market.lot !== 0n) {
      throw new Refusal('quantity_off_lot', { lot: plainAmount(market.lot) })
    }
    const state = getState(parts, market.id)
    const lots = Number(quantity / market.lot)
    const fewer = order.quantity - lots
    checkAmended(order, lots, market)
    apply(batch, state, {
      kind: 'amend',
      orderId: order.id,
      owner: order.memberId,
      quantity: lots,
    })
    touch(batch, order)
    order.quantity = lots
    const held = holdOf(order)
    const released = order.held - held
    setHeld(batch, order, held)
    if (order.status === 'open') addToLevel(batch, state, order.side, order.price, -fewer)
    return { order, released, isAmended: true }
  })
}

/**
 * The caller's refusals are answers, and so is a fault of ours as long as nothing was changed for the
 * order. After that it undoes the batch.
 */
function refusalInstead(parts: Parts, batch: Batch, work: () => Draft): Draft {
  try {
    const draft = work()
    batch.underWay = undefined
    return draft
  } catch (error) {
    if (batch.underWay !== undefined) throw error
    if (error instanceof Refusal) return error
    parts.report(error, 'a command of the exchange failed')
    return new Refusal('internal')
  }
}

/** Has the book do it. What the book turns down has changed nothing. */
function apply(batch: Batch, state: MarketState, command: Command): void {
  const reason = tryApply(batch, state, command)
  if (reason) throw refusalOf(reason)
}

/** Answers why the book turned it down, if it did. */
function tryApply(batch: Batch, state: MarketState, command: Command): Reason | undefined {
  const { book } = state
  book.events.clear()
  try {
    book.apply(command)
  } catch (error) {
    throw new BrokenBook(error)
  }
  if (book.events.kind(0) === 'rejected') return book.events.reason(0)
  batch.underWay = state
  return undefined
}

/** Nobody knows what it has touched in the book. */
export class BrokenBook extends Error {
  constructor(cause: unknown) {
    super('A book failed at a command', { cause })
  }
}

function getState(parts: Parts, marketId: number): MarketState {
  const state = parts.findState(marketId)
  if (!state) throw new Refusal('market_not_found')
  return state
}

function getOpen(parts: Parts, name: OrderName): EngineOrder {
  const order = parts.orderIndex.findByName(name)
  if (!order) throw new Refusal('order_not_found')
  if (isOpen(order)) return order
  throw new Refusal(order.status === 'filled' ? 'order_filled' : 'order_ended')
}

function findRepeated(parts: Parts, order: NewOrder): EngineOrder | undefined {
  const { memberId, clientId, onRepeat = 'refuse' } = order
  if (clientId === undefined) return undefined
  if (onRepeat === 'first') return parts.orderIndex.findByName({ memberId, clientId })
  if (parts.orderIndex.findOpenByClientId(memberId, clientId)) throw new Refusal('client_id_taken')
  return undefined
}

function checkBalance(batch: Batch, order: NewOrder, { needed }: Asked, market: MarketSteps): void {
  const currency = order.side === 'buy' ? market.quote : market.base
  const account = batch.balances.of(order.memberId, currency)
  const available = account.available + account.availableChange
  if (needed <= available) return
  throw new Refusal('insufficient_balance', {
    available: plainAmount(available),
    needed: plainAmount(needed),
    currency: currencyCode(currency),
  })
}

function draftOrder(
  id: number,
  order: NewOrder,
  admitted: Admitted,
  market: MarketSteps,
  at: Date,
): EngineOrder {
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
    budget: order.budget ?? null,
    quantity: admitted.quantity,
    filled: 0,
    quoteFilled: 0n,
    fee: 0,
    held: 0,
    holdPrice: admitted.holdPrice,
    status: 'open',
    priority: 0,
    firstTrade: null,
    lastTrade: null,
    createdAt: at,
    workingAt: admitted.stopPrice === undefined ? at : null,
    updatedAt: at,
    isStored: false,
  }
}
