import { Refusal } from '@btbc/contract/refusals.ts'
import type { Place } from '@btbc/matching/command.ts'
import type { Reason } from '@btbc/matching/events.ts'
import { formatAmount, UNIT } from '@btbc/money/amount.ts'
import { findCurrency } from '@btbc/money/currency.ts'

import type { NewOrder } from './exchange.ts'
import type { MarketState } from './market-state.ts'
import { COLLAR_BPS, type MarketSteps, OPEN_ORDERS_MAX, TICKS_MAX } from './markets.ts'

/** What an order must be before it may meet the book, and what it will hold there. */

/** An order in ticks and lots, with the price at which a buy holds. */
export type Admitted = {
  price: number | undefined
  stopPrice: number | undefined
  /** 0 while a budget decides. */
  quantity: number
  /** In ticks × lots. */
  budget: number | undefined
  holdPrice: number
  /** Units of what is held. */
  needed: number
}

const ALL_BPS = 10_000

export function admit(order: NewOrder, state: MarketState): Admitted {
  const { market, book } = state
  const price = ticksOf(order.price, market)
  const stopPrice = ticksOf(order.stopPrice, market)
  checkParts(order)
  const isMarket = order.type === 'market'
  const best = order.side === 'buy' ? book.bestAsk : book.bestBid
  if (isMarket && best === 0) throw new Refusal('book_empty')
  const limit = isMarket ? collarOf(order.side, best) : limitOf(order, price, stopPrice)

  const budget = budgetOf(order, market)
  const sellBudget = order.side === 'sell' ? budget : undefined
  const lots =
    sellBudget === undefined ? lotsOf(order.quantity, market) : Math.floor(sellBudget / best)
  const worth = budget ?? lots * (isMarket ? best : limit)
  if (worth * market.quotePerStep < Number(market.notionalMin)) {
    throw new Refusal('below_minimum', {
      minimum: show(market.notionalMin),
      currency: findCurrency(market.quote)?.code ?? '',
    })
  }
  const buyBudget = order.side === 'buy' ? budget : undefined
  const needed =
    order.side === 'sell'
      ? lots * market.lotUnits
      : (buyBudget ?? lots * limit) * market.quotePerStep
  return {
    price: isMarket ? undefined : limit,
    stopPrice,
    quantity: buyBudget === undefined ? lots : 0,
    budget: buyBudget,
    holdPrice: limit,
    needed,
  }
}

/** Judged after the balance, as the seeds ask. */
export function checkLargest({ quantity, holdPrice }: Admitted, market: MarketSteps): void {
  if (holdPrice > TICKS_MAX) {
    throw new Refusal('order_too_large', { maximum: show(BigInt(TICKS_MAX) * market.tick) })
  }
  if (quantity > market.lotsMax) {
    throw new Refusal('order_too_large', { maximum: show(market.quantityMax) })
  }
}

/** A stop market order is, from its stop price on, an immediate order no worse than the collar. */
export function toCommand(orderId: number, order: NewOrder, admitted: Admitted): Place {
  const { price, stopPrice, quantity, budget } = admitted
  const { type, timeInForce = 'gtc' } = order
  const amount = budget === undefined ? { quantity } : { quoteQuantity: budget }
  const base = { kind: 'place', orderId, owner: order.memberId, side: order.side } as const
  if (type === 'market') return { ...base, type, ...amount }
  if (type === 'stop_market') {
    return { ...base, type: 'stop_limit', timeInForce: 'ioc', price, stopPrice, quantity }
  }
  const isPostOnly = timeInForce === 'post_only'
  return {
    ...base,
    type,
    timeInForce: isPostOnly ? 'gtc' : timeInForce,
    postOnly: isPostOnly,
    price,
    stopPrice,
    quantity,
  }
}

/** The refusal of a command that the book turned down. */
export function refusalOf(reason: Reason): Refusal {
  switch (reason) {
    case 'empty_book':
      return new Refusal('book_empty')
    case 'unfillable':
      return new Refusal('not_fillable')
    case 'budget_too_small':
      return new Refusal('below_minimum')
    case 'would_cross':
      return new Refusal('would_trade')
    case 'would_trigger':
      return new Refusal('stop_reached')
    case 'too_many_orders':
      return new Refusal('too_many_orders', { limit: OPEN_ORDERS_MAX })
    case 'not_a_decrease':
    case 'invalid_quantity':
      return new Refusal('amend_only_less')
    case 'unknown_order':
      return new Refusal('order_not_found')
    case 'book_full':
    case 'duplicate_order':
      return new Refusal('try_again')
    case 'invalid_order':
    case 'invalid_price':
    case 'invalid_stop_price':
    case 'none':
    case 'requested':
    case 'self_trade':
    case 'ioc':
    case 'collar':
      throw new Error(`The book turned an admitted order down: ${reason}`)
  }
}

function checkParts({ type, price, stopPrice, quantity, budget, timeInForce }: NewOrder): void {
  const refuse = (field: string): never => {
    throw new Refusal('invalid_request', { field })
  }
  const isStop = type === 'stop_limit' || type === 'stop_market'
  const isPriced = type === 'limit' || type === 'stop_limit'
  if (isPriced && price === undefined) throw new Refusal('price_required')
  if (!isPriced && price !== undefined) refuse('price')
  if (isStop !== (stopPrice !== undefined)) refuse('stopPrice')
  if ((quantity === undefined) === (budget === undefined)) refuse('quantity')
  if (budget !== undefined && type !== 'market') refuse('budget')
  if (type !== 'limit' && timeInForce === 'post_only') refuse('timeInForce')
  if (type === 'market' && timeInForce === 'fok') refuse('timeInForce')
}

function limitOf(order: NewOrder, price: number | undefined, stop: number | undefined): number {
  if (price !== undefined) return price
  return collarOf(order.side, stop ?? 0)
}

function collarOf(side: 'buy' | 'sell', from: number): number {
  return side === 'buy'
    ? Math.floor((from * (ALL_BPS + COLLAR_BPS)) / ALL_BPS)
    : Math.max(1, Math.ceil((from * (ALL_BPS - COLLAR_BPS)) / ALL_BPS))
}

function ticksOf(price: bigint | undefined, market: MarketSteps): number | undefined {
  if (price === undefined) return undefined
  if (price <= 0n) throw new Refusal('price_required')
  if (price % market.tick !== 0n) throw new Refusal('price_off_tick', { tick: show(market.tick) })
  const ticks = price / market.tick
  return Number(ticks)
}

function lotsOf(quantity: bigint | undefined, market: MarketSteps): number {
  if (quantity === undefined) return 0
  if (quantity < 0n) throw new Refusal('invalid_request', { field: 'quantity' })
  if (quantity % market.lot !== 0n) throw new Refusal('quantity_off_lot', { lot: show(market.lot) })
  return Number(quantity / market.lot)
}

/** What a budget comes to in ticks × lots; its last fraction cannot buy anything. */
function budgetOf({ budget }: NewOrder, market: MarketSteps): number | undefined {
  return budget === undefined ? undefined : Number(budget / BigInt(market.quotePerStep))
}

/** Without the zeros at the end: `0.01`. */
export function show(amount: bigint): string {
  const text = formatAmount(amount)
  return amount % UNIT === 0n ? text.replace(/\..*$/, '') : text.replace(/0+$/, '')
}
