import { currencyCode } from '@btbc/money/currency.ts'

import type { FeeRates, Fill, Order, OwnFill } from '#modules/exchange/index.ts'

import { amount, share } from './wire-form.ts'

/** A member's orders and fills, in the words that clients of the exchange API read. */

const orderTypes = {
  limit: 'LIMIT',
  market: 'MARKET',
  stop_limit: 'STOP_LOSS_LIMIT',
  stop_market: 'STOP_LOSS',
} as const

export function typeOf({ type, timeInForce }: Order): string {
  return timeInForce === 'post_only' ? 'LIMIT_MAKER' : orderTypes[type]
}

export function timeInForceOf({ type, timeInForce }: Order): string {
  if (type === 'market' || type === 'stop_market') return 'GTC'
  return timeInForce === 'post_only' ? 'GTC' : timeInForce.toUpperCase()
}

/** What an order without a limit is held to is nothing that was asked for. */
export function priceOf({ type, price = 0n }: Order): string {
  return amount(type === 'stop_market' ? 0n : price)
}

export function statusOf({ status, filled }: Order): string {
  switch (status) {
    case 'waiting':
      return 'NEW'
    case 'open':
      return filled > 0n ? 'PARTIALLY_FILLED' : 'NEW'
    case 'filled':
      return 'FILLED'
    case 'cancelled':
      return 'CANCELED'
    case 'expired':
      return 'EXPIRED'
    case 'prevented':
      return 'EXPIRED_IN_MATCH'
  }
}

const NOTHING = amount(0n)

/** What every answer about an order says; the calls add their own times and names. */
function orderParts(order: Order, symbol: string) {
  return { ...namesOf(order, symbol), ...stateOf(order) }
}

function namesOf(order: Order, symbol: string) {
  return {
    symbol,
    orderId: Number(order.id),
    orderListId: -1,
    clientOrderId: order.clientId ?? '',
  }
}

function stateOf(order: Order) {
  return {
    price: priceOf(order),
    origQty: amount(order.quantity),
    executedQty: amount(order.filled),
    origQuoteOrderQty: amount(order.budget ?? 0n),
    cummulativeQuoteQty: amount(order.quoteFilled),
    status: statusOf(order),
    timeInForce: timeInForceOf(order),
    type: typeOf(order),
    side: order.side.toUpperCase(),
    ...(order.stopPrice === undefined ? {} : { stopPrice: amount(order.stopPrice) }),
    selfTradePreventionMode: 'EXPIRE_TAKER',
  }
}

/** An order as it is asked for. */
export function orderJson(order: Order, symbol: string) {
  return {
    ...orderParts(order, symbol),
    stopPrice: amount(order.stopPrice ?? 0n),
    icebergQty: NOTHING,
    time: order.createdAt.getTime(),
    updateTime: order.updatedAt.getTime(),
    isWorking: order.workingAt !== undefined,
    workingTime: workingTimeOf(order),
  }
}

/** A stop that never came to the book has none. */
function workingTimeOf({ workingAt }: Order): number {
  return workingAt?.getTime() ?? -1
}

/** The same under the names that an amended order has. */
export function amendedJson(order: Order, symbol: string) {
  const { origQty, origQuoteOrderQty, cummulativeQuoteQty, ...rest } = orderParts(order, symbol)
  return {
    ...rest,
    origClientOrderId: rest.clientOrderId,
    qty: origQty,
    quoteOrderQty: origQuoteOrderQty,
    preventedQty: NOTHING,
    cumulativeQuoteQty: cummulativeQuoteQty,
    workingTime: workingTimeOf(order),
  }
}

/** An order as it was placed, as much of it as was asked for. */
export function placedJson(
  { order, fills }: { order: Order; fills: readonly Fill[] },
  symbol: string,
  form: 'ACK' | 'RESULT' | 'FULL',
) {
  const transactTime = order.updatedAt.getTime()
  const ack = { ...namesOf(order, symbol), transactTime }
  if (form === 'ACK') return ack
  const result = Object.assign(ack, stateOf(order), { workingTime: workingTimeOf(order) })
  if (form === 'RESULT') return result
  return Object.assign(result, {
    fills: fills.map((fill) => ({
      price: amount(fill.price),
      qty: amount(fill.quantity),
      commission: amount(fill.fee),
      commissionAsset: currencyCode(order.feeCurrency),
      tradeId: fill.tradeId,
    })),
  })
}

/** A cancelled order carries a name of the cancellation beside its own. */
export function cancelledJson(order: Order, symbol: string, clientOrderId: string) {
  return {
    ...orderParts(order, symbol),
    origClientOrderId: order.clientId ?? '',
    clientOrderId,
    transactTime: order.updatedAt.getTime(),
  }
}

export function ownFillJson(fill: OwnFill, symbol: string) {
  return {
    symbol,
    id: fill.tradeId,
    orderId: Number(fill.orderId),
    orderListId: -1,
    price: amount(fill.price),
    qty: amount(fill.quantity),
    quoteQty: amount(fill.quote),
    commission: amount(fill.fee),
    commissionAsset: currencyCode(fill.feeCurrency),
    time: fill.at.getTime(),
    isBuyer: fill.side === 'buy',
    isMaker: fill.isMaker,
    isBestMatch: true,
  }
}

/** What trading with it would cost, of what is received. Nothing is taxed, and nothing discounted. */
export function commissionJson({ maker, taker }: FeeRates) {
  return {
    standardCommissionForOrder: { maker: share(maker), taker: share(taker) },
    taxCommissionForOrder: { maker: NOTHING, taker: NOTHING },
    discount: NO_DISCOUNT,
  }
}

const NO_DISCOUNT = {
  enabledForAccount: false,
  enabledForSymbol: false,
  discountAsset: '',
  discount: NOTHING,
}

/** The same of every order in a market. */
export function memberCommissionJson({ maker, taker }: FeeRates, symbol: string) {
  const none = { maker: NOTHING, taker: NOTHING, buyer: NOTHING, seller: NOTHING }
  return {
    symbol,
    standardCommission: { ...none, maker: share(maker), taker: share(taker) },
    specialCommission: none,
    taxCommission: none,
    discount: NO_DISCOUNT,
  }
}
