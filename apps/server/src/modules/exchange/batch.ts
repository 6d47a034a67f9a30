import { Refusal } from '@btbc/contract/refusals.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'
import { findCurrency } from '@btbc/money/currency.ts'

import { admit, type Admitted, checkLargest, refusalOf, show, toCommand } from './admission.ts'
import { type Balances, change } from './balances.ts'
import type { FeeRates, NewOrder, OrderName, OrderStatus } from './exchange.ts'
import { feeOn } from './fees.ts'
import { holdOf, isOpen, type LiveOrder, type LiveTrade } from './live-order.ts'
import type { MarketState } from './market-state.ts'
import type { MarketSteps } from './markets.ts'
import type { Shelf } from './shelf.ts'

/**
 * One batch in memory: each command is admitted, matched, and turned into changes of orders, balances
 * and levels. Nothing here is true before the settlement is committed; when that fails, the books it
 * touched are read back from the database.
 */

export type Batch = {
  at: Date
  balances: Balances
  /** Orders that changed, in the order they were first touched, and how they were before. */
  touched: Map<LiveOrder, { isNew: boolean; before?: LiveOrder }>
  markets: Map<MarketState, Changes>
}

/** What happened in one market. */
export type Changes = {
  ended: LiveOrder[]
  trades: LiveTrade[]
  /** How many lots came to each price, or went. */
  bids: Map<number, number>
  asks: Map<number, number>
}

export type Parts = {
  shelf: Shelf
  findState: (marketId: number) => MarketState | undefined
  ratesOf: (memberId: number) => FeeRates
  nextOrderId: () => number
}

/** How a command left an order, before the commit. */
export type Draft = { order: LiveOrder; released: number; isRepeat?: boolean } | Refusal

export function startBatch(at: Date, balances: Balances): Batch {
  return { at, balances, touched: new Map(), markets: new Map() }
}

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

function changesOf(batch: Batch, state: MarketState): Changes {
  const known = batch.markets.get(state)
  if (known) return known
  const fresh = { ended: [], trades: [], bids: new Map(), asks: new Map() }
  batch.markets.set(state, fresh)
  return fresh
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

function applyEvents(parts: Parts, batch: Batch, state: MarketState): void {
  const { events } = state.book
  for (let row = 0; row < events.count; row += 1) {
    const kind = events.kind(row)
    if (kind === 'trade') {
      applyTrade(parts, batch, state, row)
      continue
    }
    const order = getLive(parts, events.orderId(row))
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
        end(parts, batch, state, order, isAsked ? 'cancelled' : 'expired')
        break
      }
      case 'accepted':
      case 'amended':
        break
      case 'rejected':
        throw new Error(`The book turned down ${order.id} after it was accepted`)
    }
  }
}

function applyTrade(parts: Parts, batch: Batch, state: MarketState, row: number): void {
  const { market, book } = state
  const { events } = book
  const taker = getLive(parts, events.orderId(row))
  const maker = getLive(parts, events.makerId(row))
  const price = events.price(row)
  const quantity = events.quantity(row)
  const quote = price * quantity * market.quotePerStep
  const base = quantity * market.lotUnits
  const buyer = taker.side === 'buy' ? taker : maker
  const seller = taker.side === 'buy' ? maker : taker
  const rate = (order: LiveOrder): number =>
    order === maker ? parts.ratesOf(maker.memberId).maker : parts.ratesOf(taker.memberId).taker
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
  order: LiveOrder,
  { id, quantity, quote }: { id: number; quantity: number; quote: number },
): void {
  touch(batch, order)
  order.filled += quantity
  // What a budget buys is known only as it is bought.
  if (order.filled > order.quantity) order.quantity = order.filled
  order.quoteFilled += quote
  order.firstTrade ??= id
  order.lastTrade = id
}

/** What one side receives, less the fee, which is returned. */
function pay(
  batch: Batch,
  order: LiveOrder,
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
function spend(batch: Batch, order: LiveOrder, amount: number): void {
  const isByBudget = order.type === 'market' && order.quantity === order.filled
  const held = isByBudget ? order.held - amount : Math.min(order.held - amount, holdOf(order))
  const released = order.held - held - amount
  if (held < 0 || released < 0) throw new RangeError(`Order ${order.id} holds less than it spends`)
  change(batch.balances.of(order.memberId, heldCurrency(order)), released, held - order.held)
  order.held = held
}

function end(
  parts: Parts,
  batch: Batch,
  state: MarketState,
  order: LiveOrder,
  status: OrderStatus,
): void {
  touch(batch, order)
  // A market order that ran dry inside its collar got what there was.
  order.status = status
  setHeld(batch, order, 0)
  state.endedCount += 1
  changesOf(batch, state).ended.push(order)
  parts.shelf.retire(order)
}

/** Moves between the member's available part and the order's hold. */
function setHeld(batch: Batch, order: LiveOrder, held: number): void {
  const more = held - order.held
  if (more !== 0) {
    change(batch.balances.of(order.memberId, heldCurrency(order)), -more, more)
  }
  order.held = held
}

function heldCurrency({ side, market }: LiveOrder): CurrencyId {
  return side === 'buy' ? market.quote : market.base
}

function touch(batch: Batch, order: LiveOrder): void {
  if (!batch.touched.has(order)) batch.touched.set(order, { isNew: false, before: { ...order } })
  order.updatedAt = batch.at
}

function addToLevel(
  batch: Batch,
  state: MarketState,
  side: 'buy' | 'sell',
  price: number | null,
  lots: number,
): void {
  if (price === null) throw new Error('An order without a price has no level')
  const { bids, asks } = changesOf(batch, state)
  const levels = side === 'buy' ? bids : asks
  levels.set(price, (levels.get(price) ?? 0) + lots)
}

function getLive(parts: Parts, id: number): LiveOrder {
  const order = parts.shelf.find(id)
  if (!order) throw new Error(`The book knows an order ${id} that nobody placed`)
  return order
}
