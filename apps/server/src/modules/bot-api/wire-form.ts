import { formatAmount, UNIT } from '@btbc/money/amount.ts'
import { currencyCode } from '@btbc/money/currency.ts'

import {
  type Fill,
  type Level,
  type Market,
  NOTIONAL_MAX,
  type Order,
  type OwnFill,
  type Trade,
} from '#modules/exchange/index.ts'
import type { Candle, DayStatistics } from '#modules/market-data/index.ts'
import { MINUTE_MS } from '#platform/durations.ts'

/** What we keep, in the words that clients of the exchange API read. */

export const amount = (units: bigint): string => formatAmount(units)

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
  }
}

const NOTHING = amount(0n)

/** What every answer about an order says; the calls add their own times and names. */
export function orderParts(order: Order, symbol: string) {
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
    isWorking: order.status !== 'waiting',
    workingTime: order.status === 'waiting' ? -1 : order.createdAt.getTime(),
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
  const workingTime = order.status === 'waiting' ? -1 : transactTime
  const result = Object.assign(ack, stateOf(order), { workingTime })
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

export function tradeJson(trade: Trade) {
  return {
    id: trade.id,
    price: amount(trade.price),
    qty: amount(trade.quantity),
    quoteQty: amount(trade.quote),
    time: trade.at.getTime(),
    isBuyerMaker: trade.takerSide === 'sell',
    isBestMatch: true,
  }
}

/** Each trade is an aggregate of one: a taker's fills at one price are not joined here. */
export function aggregateJson(trade: Trade) {
  return {
    a: trade.id,
    p: amount(trade.price),
    q: amount(trade.quantity),
    f: trade.id,
    l: trade.id,
    T: trade.at.getTime(),
    m: trade.takerSide === 'sell',
    M: true,
  }
}

export function levelsJson(levels: readonly Level[]): [string, string][] {
  return levels.map(({ price, quantity }) => [amount(price), amount(quantity)])
}

export function candleJson(candle: Candle, minutes: number) {
  return [
    candle.at.getTime(),
    amount(candle.open),
    amount(candle.high),
    amount(candle.low),
    amount(candle.close),
    amount(candle.volume),
    candle.at.getTime() + minutes * MINUTE_MS - 1,
    amount(candle.quoteVolume),
    candle.trades,
    amount(candle.takerBuyVolume),
    amount(candle.takerBuyQuote),
    '0',
  ] as const
}

type Best = { bid: Level | undefined; ask: Level | undefined }

export function bookTickerJson(symbol: string, { bid, ask }: Best) {
  return {
    symbol,
    bidPrice: amount(bid?.price ?? 0n),
    bidQty: amount(bid?.quantity ?? 0n),
    askPrice: amount(ask?.price ?? 0n),
    askQty: amount(ask?.quantity ?? 0n),
  }
}

export function dayJson(market: Market, day: DayStatistics, best: Best, last: Trade | undefined) {
  const average = day.volume === 0n ? 0n : (day.quoteVolume * UNIT) / day.volume
  return {
    priceChange: amount(day.change),
    priceChangePercent: amount(day.changePercent).slice(0, -5),
    weightedAvgPrice: amount(average),
    prevClosePrice: amount(day.previousClose),
    lastQty: amount(last?.quantity ?? 0n),
    ...bookTickerJson(market.symbol, best),
    ...miniDayJson(market, day),
  }
}

export function miniDayJson(market: Market, day: DayStatistics) {
  return {
    symbol: market.symbol,
    openPrice: amount(day.open),
    highPrice: amount(day.high),
    lowPrice: amount(day.low),
    lastPrice: amount(day.close),
    volume: amount(day.volume),
    quoteVolume: amount(day.quoteVolume),
    openTime: day.openAt.getTime(),
    closeTime: day.closeAt.getTime(),
    firstId: day.firstTrade ?? -1,
    lastId: day.lastTrade ?? -1,
    count: day.count,
  }
}

const ORDER_TYPES = ['LIMIT', 'LIMIT_MAKER', 'MARKET', 'STOP_LOSS', 'STOP_LOSS_LIMIT']

export function marketJson(
  market: Market,
  now: { isHalted: boolean; ordersMax: number; priceMax: bigint },
) {
  const { isHalted, ordersMax, priceMax } = now
  const lots = {
    minQty: amount(market.lot),
    maxQty: amount(market.quantityMax),
    stepSize: amount(market.lot),
  }
  return {
    symbol: market.symbol,
    status: isHalted ? 'HALT' : 'TRADING',
    baseAsset: currencyCode(market.base),
    baseAssetPrecision: 8,
    quoteAsset: currencyCode(market.quote),
    quotePrecision: 8,
    quoteAssetPrecision: 8,
    baseCommissionPrecision: 8,
    quoteCommissionPrecision: 8,
    orderTypes: ORDER_TYPES,
    icebergAllowed: false,
    ocoAllowed: false,
    otoAllowed: false,
    opoAllowed: false,
    quoteOrderQtyMarketAllowed: true,
    allowTrailingStop: false,
    cancelReplaceAllowed: false,
    amendAllowed: true,
    pegInstructionsAllowed: false,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    filters: [
      {
        filterType: 'PRICE_FILTER',
        minPrice: amount(market.tick),
        maxPrice: amount(priceMax),
        tickSize: amount(market.tick),
      },
      { filterType: 'LOT_SIZE', ...lots },
      { filterType: 'MARKET_LOT_SIZE', ...lots },
      {
        filterType: 'NOTIONAL',
        minNotional: amount(market.notionalMin),
        applyMinToMarket: true,
        maxNotional: amount(NOTIONAL_MAX),
        applyMaxToMarket: true,
        avgPriceMins: 0,
      },
      { filterType: 'MAX_NUM_ORDERS', maxNumOrders: ordersMax },
      { filterType: 'MAX_NUM_ALGO_ORDERS', maxNumAlgoOrders: ordersMax },
    ],
    permissions: [],
    permissionSets: [['SPOT']],
    defaultSelfTradePreventionMode: 'EXPIRE_TAKER',
    allowedSelfTradePreventionModes: ['EXPIRE_TAKER'],
  }
}
