import type { Reason } from '@btbc/matching/events.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'

import { change } from './balances.ts'
import { addToLevel, type Batch, changesOf, end, heldCurrency, type Parts, touch } from './batch.ts'
import { type EngineOrder, holdOf } from './engine-order.ts'
import { feeOn } from '../fees.ts'
import type { OrderStatus } from '../exchange.ts'
import type { MarketState } from './market-state.ts'

/** What the book did, turned into changes of orders, balances and levels. */

export function applyEvents(parts: Parts, batch: Batch, state: MarketState): void {
  const { events } = state.book
  for (let row = 0; row < events.count; row += 1) {
    const kind = events.kind(row)
    if (kind === 'trade') {
      applyTrade(parts, batch, state, row)
      continue
    }
    const order = getOrder(parts, events.orderId(row))
    switch (kind) {
      case 'rested':
        order.priority = events.sequence(row)
        addToLevel(batch, state, order.side, order.price, events.remaining(row))
        break
      case 'waiting':
        order.status = 'waiting'
        order.priority = events.sequence(row)
        break
      case 'triggered':
        touch(batch, order)
        order.status = 'open'
        order.workingAt = batch.at
        order.priority = 0
        break
      case 'filled':
        end(parts, batch, state, order, 'filled')
        break
      case 'cancelled': {
        const isAsked = events.reason(row) === 'requested'
        if (isAsked && order.status === 'open') {
          addToLevel(batch, state, order.side, order.price, -events.remaining(row))
        }
        end(parts, batch, state, order, endedBy(events.reason(row)))
        break
      }
      case 'amended':
        break
      case 'rejected':
        throw new Error(`The book turned down ${order.id} after it was accepted`)
    }
  }
}

function endedBy(reason: Reason): OrderStatus {
  if (reason === 'requested') return 'cancelled'
  return reason === 'self_trade' ? 'prevented' : 'expired'
}

function applyTrade(parts: Parts, batch: Batch, state: MarketState, row: number): void {
  const { market, book } = state
  const { events } = book
  const taker = getOrder(parts, events.orderId(row))
  const maker = getOrder(parts, events.makerId(row))
  const price = events.price(row)
  const quantity = events.quantity(row)
  const quote = price * quantity * market.quotePerStep
  const base = quantity * market.lotUnits
  const buyer = taker.side === 'buy' ? taker : maker
  const seller = taker.side === 'buy' ? maker : taker
  const rate = (order: EngineOrder): number => {
    const rates = parts.ratesOf(order.memberId, order.createdAt)
    return order === maker ? rates.maker : rates.taker
  }
  const id = events.sequence(row)
  for (const order of [maker, taker]) fill(batch, order, { id, quantity, quote })

  const buyerFee = pay(batch, buyer, market.base, base, rate(buyer))
  const sellerFee = pay(batch, seller, market.quote, quote, rate(seller))
  spend(batch, buyer, quote)
  spend(batch, seller, base)
  changesOf(batch, state).trades.push({
    market,
    id,
    price,
    quantity,
    quote,
    maker,
    taker,
    makerFee: buyer === maker ? buyerFee : sellerFee,
    takerFee: buyer === maker ? sellerFee : buyerFee,
  })
  addToLevel(batch, state, maker.side, price, -quantity)
  if (events.makerRemaining(row) === 0) end(parts, batch, state, maker, 'filled')
}

function fill(
  batch: Batch,
  order: EngineOrder,
  { id, quantity, quote }: { id: number; quantity: number; quote: number },
): void {
  touch(batch, order)
  order.filled += quantity
  // What a budget buys is known only as it is bought.
  if (order.filled > order.quantity) order.quantity = order.filled
  order.quoteFilled += BigInt(quote)
  order.firstTrade ??= id
  order.lastTrade = id
}

/** What one side receives, less the fee, which is returned. */
function pay(
  batch: Batch,
  order: EngineOrder,
  currency: CurrencyId,
  amount: number,
  rate: number,
): number {
  const { fee, dust } = feeOn(amount, rate)
  change(batch.balances.of(order.memberId, currency), amount - fee, 0)
  batch.balances.takeFee(currency, fee, dust)
  order.fee += fee
  return fee
}

/** What one side gives, out of its hold; a better price than the limit frees the difference. */
function spend(batch: Batch, order: EngineOrder, amount: number): void {
  const isByBudget = order.type === 'market' && order.quantity === order.filled
  const held = isByBudget ? order.held - amount : Math.min(order.held - amount, holdOf(order))
  const released = order.held - held - amount
  if (held < 0 || released < 0) throw new RangeError(`Order ${order.id} holds less than it spends`)
  change(batch.balances.of(order.memberId, heldCurrency(order)), released, held - order.held)
  order.held = held
}

function getOrder(parts: Parts, id: number): EngineOrder {
  const order = parts.orderIndex.find(id)
  if (!order) throw new Error(`The book knows an order ${id} that nobody placed`)
  return order
}
