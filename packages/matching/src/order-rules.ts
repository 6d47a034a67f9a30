/** What an order must be, whatever stands in the book: its parts fit together and are in range. */

import type { BookOptions } from '#book-options.ts'
import type { OpenOrder, Place } from '#command.ts'
import type { Reason } from '#events.ts'

export function faultOf(place: Place, { priceMax, quantityMax }: BookOptions): Reason | undefined {
  if (!fitsTogether(place)) return 'invalid_order'
  const { price, stopPrice, quantity, quoteQuantity } = place
  if (price !== undefined && !isWhole(price, priceMax)) return 'invalid_price'
  if (stopPrice !== undefined && !isWhole(stopPrice, priceMax)) return 'invalid_stop_price'
  if (quantity !== undefined && !isWhole(quantity, quantityMax)) return 'invalid_quantity'
  if (quoteQuantity !== undefined && !isWhole(quoteQuantity, Number.MAX_SAFE_INTEGER))
    return 'invalid_quantity'
  return undefined
}

/** Ids come from us and not from a customer: a bad one is a fault of the caller. */
export function checkId(id: number): void {
  if (!isWhole(id, Number.MAX_SAFE_INTEGER)) throw new RangeError(`There is no id ${id}`)
}

/** An order that is brought back must be one that could have stood in a book. */
export function checkOpenOrder(order: OpenOrder, options: BookOptions): void {
  const { orderId, owner, side, type, timeInForce, price, stopPrice, sequence } = order
  const { quantity, remaining, byBudget } = order
  checkId(orderId)
  checkId(owner)
  checkId(sequence)
  const fault = faultOf(
    {
      kind: 'place',
      orderId,
      owner,
      side,
      type,
      timeInForce,
      price: price || undefined,
      stopPrice: stopPrice || undefined,
      [byBudget ? 'quoteQuantity' : 'quantity']: quantity,
    },
    options,
  )
  const canRest = type !== 'limit' || timeInForce === 'gtc'
  if (fault !== undefined || !canRest || !isWhole(remaining, quantity))
    throw new RangeError(`Order ${orderId} cannot be in a book: ${fault ?? 'it would not rest'}`)
}

export function isWhole(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= max
}

function fitsTogether(place: Place): boolean {
  const { type, side, timeInForce, postOnly = false, price, stopPrice } = place
  const { quantity, quoteQuantity } = place
  const isMarket = type === 'market' || type === 'stop_market'
  const isStop = type === 'stop_limit' || type === 'stop_market'
  if (isMarket !== (price === undefined)) return false
  if (isStop !== (stopPrice !== undefined)) return false
  if (isMarket && timeInForce === 'gtc') return false
  if (postOnly && (type !== 'limit' || (timeInForce ?? 'gtc') !== 'gtc')) return false
  if (quoteQuantity === undefined) return quantity !== undefined
  return quantity === undefined && isMarket && side === 'buy' && timeInForce !== 'fok'
}
