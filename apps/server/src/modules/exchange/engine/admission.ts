import { collarOf } from '@btbc/contract/price-collar.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Book } from '@btbc/matching/book.ts'
import type { Place } from '@btbc/matching/command.ts'
import type { Reason } from '@btbc/matching/events.ts'
import { plainAmount } from '@btbc/money/amount.ts'
import { currencyCode } from '@btbc/money/currency.ts'

import type { EngineOrder } from './engine-order.ts'
import type { NewOrder, Side } from '../exchange.ts'
import { type MarketSteps, NOTIONAL_MAX, OPEN_ORDERS_MAX, TICKS_MAX } from '../markets.ts'

/** What an order must be before it may meet the book, and what it will hold there. */

/** An order as it asks for the book: exact, however far from anything the book takes. */
export type Asked = {
  /** In ticks; of a market order absent. */
  price: bigint | undefined
  stopPrice: bigint | undefined
  /** In lots; 0 while a budget decides. */
  quantity: bigint
  /** In ticks × lots. */
  budget: bigint | undefined
  /** In ticks: what a lot is held at. */
  holdPrice: bigint
  /** Units of what is held. */
  needed: bigint
  /** Units of the quote currency that it may come to at its own price. */
  worth: bigint
}

/** An order in ticks and lots, all of them in range, with the price at which a buy holds. */
export type Admitted = {
  price: number | undefined
  stopPrice: number | undefined
  quantity: number
  budget: number | undefined
  holdPrice: number
  needed: number
}

/** What market orders look at. */
type Standing = Pick<Book, 'bestBid' | 'bestAsk' | 'lotsToRaise'>

const NOTHING_STANDS: Standing = { bestBid: 0, bestAsk: 0, lotsToRaise: () => 0 }

export function admit(
  order: NewOrder,
  { market, book }: { market: MarketSteps; book: Standing },
): Asked {
  const price = ticksOf(order.price, market)
  const stopPrice = ticksOf(order.stopPrice, market)
  checkParts(order)
  const isMarket = order.type === 'market'
  const best = BigInt(order.side === 'buy' ? book.bestAsk : book.bestBid)
  if (isMarket && best === 0n) throw new Refusal('book_empty')
  const limit = isMarket ? worstOf(order.side, best) : limitOf(order, price, stopPrice)

  const step = BigInt(market.quotePerStep)
  const budget = budgetOf(order, market)
  const lots = lotsOf(order.quantity, market)
  // By the price that is named, or the best there is; how far from it it may go is no part of its worth.
  const worth = (budget ?? lots * (price ?? stopPrice ?? best)) * step
  // A budget of less than a lot buys nothing.
  const minimum = budget === undefined ? market.notionalMin : max(market.notionalMin, best * step)
  refuseBelow(minimum, worth, market)
  const asked = { price: isMarket ? undefined : limit, stopPrice, holdPrice: limit }
  if (order.side === 'sell') {
    const sold = budget === undefined ? lots : lotsFor(budget, market, book)
    return { ...asked, quantity: sold, budget: undefined, needed: sold * market.lot, worth }
  }
  const needed = (budget ?? lots * limit) * step
  return { ...asked, quantity: budget === undefined ? lots : 0n, budget, needed, worth: needed }
}

/** Made smaller, an order is worth no less than a new one has to be. */
export function checkAmended(
  { price, stopPrice, type }: EngineOrder,
  lots: number,
  market: MarketSteps,
): void {
  const named = (type === 'stop_market' ? stopPrice : price) ?? 0
  const worth = BigInt(lots) * BigInt(named) * BigInt(market.quotePerStep)
  refuseBelow(market.notionalMin, worth, market)
}

/** What of both neither the book nor the balance would change. */
export function checkByItself(order: NewOrder, market: MarketSteps): void {
  if (order.type !== 'market') {
    checkRange(admit(order, { market, book: NOTHING_STANDS }), market)
    return
  }
  checkParts(order)
  const quantity = lotsOf(order.quantity, market)
  const budget = budgetOf(order, market)
  const worth = (budget ?? 0n) * BigInt(market.quotePerStep)
  if (budget !== undefined) refuseBelow(market.notionalMin, worth, market)
  const unpriced = { price: undefined, stopPrice: undefined, holdPrice: 0n }
  checkRange({ ...unpriced, quantity, budget, needed: worth, worth }, market)
}

/** Judged after the balance, as the seeds ask. What is in range is counted in numbers from here on. */
export function checkRange(asked: Asked, market: MarketSteps): Admitted {
  const { price, stopPrice, quantity, budget, holdPrice, worth, needed } = asked
  if (max(holdPrice, stopPrice ?? 0n) > TICKS_MAX) {
    throw new Refusal('price_too_high', { maximum: plainAmount(BigInt(TICKS_MAX) * market.tick) })
  }
  if (quantity > market.lotsMax) {
    throw new Refusal('order_too_large', { maximum: plainAmount(market.quantityMax) })
  }
  if (worth > NOTIONAL_MAX) {
    throw new Refusal('above_maximum', {
      maximum: plainAmount(NOTIONAL_MAX),
      currency: quoteCode(market),
    })
  }
  return {
    price: price === undefined ? undefined : exact(price),
    stopPrice: stopPrice === undefined ? undefined : exact(stopPrice),
    quantity: exact(quantity),
    budget: budget === undefined ? undefined : exact(budget),
    holdPrice: exact(holdPrice),
    needed: exact(needed),
  }
}

/** What an order holds at the most, without a look at the book; undefined where only the book can say. */
export function mostHeld(order: NewOrder, market: MarketSteps): bigint | undefined {
  const { side, price, quantity, budget } = order
  if (side === 'sell') return quantity && max(quantity, 0n)
  if (budget !== undefined) return max(budget, 0n)
  if (price === undefined || quantity === undefined) return undefined
  const worth = (price / market.tick) * (quantity / market.lot) * BigInt(market.quotePerStep)
  return max(worth, 0n)
}

function exact(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is no exact number`)
  return number
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
    case 'budget_too_small':
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

function limitOf(order: NewOrder, price: bigint | undefined, stop: bigint | undefined): bigint {
  return price ?? worstOf(order.side, stop ?? 0n)
}

/** Never further than prices go. */
function worstOf(side: Side, from: bigint): bigint {
  const worst = collarOf(side, from)
  return worst > TICKS_MAX ? BigInt(TICKS_MAX) : worst
}

function ticksOf(price: bigint | undefined, market: MarketSteps): bigint | undefined {
  if (price === undefined) return undefined
  if (price <= 0n) throw new Refusal('price_required')
  if (price % market.tick !== 0n)
    throw new Refusal('price_off_tick', { tick: plainAmount(market.tick) })
  return price / market.tick
}

function lotsOf(quantity: bigint | undefined, market: MarketSteps): bigint {
  if (quantity === undefined) return 0n
  if (quantity < 0n) throw new Refusal('invalid_request', { field: 'quantity' })
  if (quantity % market.lot !== 0n)
    throw new Refusal('quantity_off_lot', { lot: plainAmount(market.lot) })
  return quantity / market.lot
}

/** What a budget comes to in ticks × lots; its last fraction cannot buy anything. */
function budgetOf({ budget }: NewOrder, market: MarketSteps): bigint | undefined {
  if (budget === undefined) return undefined
  if (budget < 0n) throw new Refusal('invalid_request', { field: 'budget' })
  return budget / BigInt(market.quotePerStep)
}

/** What has to be sold for a budget. One that is beyond all range is refused, however much that would be. */
function lotsFor(budget: bigint, market: MarketSteps, book: Standing): bigint {
  const isInRange = budget * BigInt(market.quotePerStep) <= NOTIONAL_MAX
  return isInRange ? BigInt(book.lotsToRaise(Number(budget))) : budget / BigInt(book.bestBid)
}

function refuseBelow(minimum: bigint, worth: bigint, market: MarketSteps): void {
  if (worth >= minimum) return
  throw new Refusal('below_minimum', { minimum: plainAmount(minimum), currency: quoteCode(market) })
}

function quoteCode(market: MarketSteps): string {
  return currencyCode(market.quote)
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
