import type { Fill, Order, OrderStatus, OrderType, Side, TimeInForce, Trade } from '../exchange.ts'
import type { MarketSteps } from '../markets.ts'

/** An order as the engine works on it: numbers of ticks, lots and units, changed in place. */
export type EngineOrder = {
  id: number
  clientId: string | null
  memberId: number
  market: MarketSteps
  side: Side
  type: OrderType
  timeInForce: TimeInForce
  /** Ticks; null for a market order. */
  price: number | null
  stopPrice: number | null
  /** Units, as asked for: what is less than a step of it cannot buy anything. */
  budget: bigint | null
  /** Lots. */
  quantity: number
  filled: number
  /** Units. A sell may take more than its own price says, from any number of buys. */
  quoteFilled: bigint
  /** Units. */
  fee: number
  held: number
  /** Ticks that each lot still to buy is held at: the limit, or the collar. */
  holdPrice: number
  status: OrderStatus
  /** When it joined its queue. */
  priority: number
  firstTrade: number | null
  lastTrade: number | null
  createdAt: Date
  /** When it came to the book; null of a stop whose price has not come. */
  workingAt: Date | null
  updatedAt: Date
  /** Whether the committed book has it. */
  isStored: boolean
}

export type EngineTrade = {
  market: MarketSteps
  id: number
  price: number
  quantity: number
  quote: number
  maker: EngineOrder
  taker: EngineOrder
  makerFee: number
  takerFee: number
}

export function isOpen({ status }: EngineOrder): boolean {
  return status === 'open' || status === 'waiting'
}

/** What an order that is still to be filled holds: quote of a buy, base of a sell. */
export function holdOf(order: EngineOrder): number {
  const left = order.quantity - order.filled
  const { market } = order
  return order.side === 'buy'
    ? left * order.holdPrice * market.quotePerStep
    : left * market.lotUnits
}

export function toOrder(order: EngineOrder): Order {
  const { market } = order
  return {
    id: BigInt(order.id),
    clientId: order.clientId ?? undefined,
    memberId: order.memberId,
    marketId: market.id,
    side: order.side,
    type: order.type,
    timeInForce: order.timeInForce,
    price: order.price === null ? undefined : BigInt(order.price * market.tickUnits),
    stopPrice: order.stopPrice === null ? undefined : BigInt(order.stopPrice * market.tickUnits),
    budget: order.budget ?? undefined,
    quantity: BigInt(order.quantity * market.lotUnits),
    filled: BigInt(order.filled * market.lotUnits),
    quoteFilled: order.quoteFilled,
    fee: BigInt(order.fee),
    feeCurrency: order.side === 'buy' ? market.base : market.quote,
    held: BigInt(order.held),
    status: order.status,
    createdAt: order.createdAt,
    workingAt: order.workingAt ?? undefined,
    updatedAt: order.updatedAt,
  }
}

export function toTrade(trade: EngineTrade, at: Date): Trade {
  const { market, maker, taker } = trade
  return {
    marketId: market.id,
    id: trade.id,
    price: BigInt(trade.price * market.tickUnits),
    quantity: BigInt(trade.quantity * market.lotUnits),
    quote: BigInt(trade.quote),
    takerSide: taker.side,
    at,
    makerOrderId: BigInt(maker.id),
    takerOrderId: BigInt(taker.id),
    makerId: maker.memberId,
    takerId: taker.memberId,
  }
}

/** The trade from the side of one of its two orders. */
export function toFill(trade: EngineTrade, isMaker: boolean): Fill {
  const { market } = trade
  return {
    tradeId: trade.id,
    price: BigInt(trade.price * market.tickUnits),
    quantity: BigInt(trade.quantity * market.lotUnits),
    quote: BigInt(trade.quote),
    fee: BigInt(isMaker ? trade.makerFee : trade.takerFee),
    isMaker,
  }
}
