import { formatAmount, UNIT } from '@btbc/money/amount.ts'
import { currencyCode } from '@btbc/money/currency.ts'

import { type Level, type Market, NOTIONAL_MAX, type Trade } from '#modules/exchange/index.ts'
import type { Candle, DayStatistics } from '#modules/market-data/index.ts'
import { MINUTE_MS } from '#platform/durations.ts'

/** Markets and what is told of them, in the words that clients of the exchange API read. */

export const amount = (units: bigint): string => formatAmount(units)

/** A share that is kept in millionths. */
export const share = (millionths: number): string => amount(BigInt(millionths) * 100n)

/** A share of something to the nearest unit, and from the middle away from zero. */
export function nearest(part: bigint, whole: bigint): bigint {
  const half = part < 0n ? -whole : whole
  return (2n * part + half) / (2n * whole)
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

/** Percents have three decimals. */
const PERCENT_STEP = UNIT / 1000n

export function dayJson(market: Market, day: DayStatistics, best: Best, last: Trade | undefined) {
  const average = day.volume === 0n ? 0n : nearest(day.quoteVolume * UNIT, day.volume)
  const percent = nearest(day.changePercent, PERCENT_STEP) * PERCENT_STEP
  return {
    priceChange: amount(day.change),
    priceChangePercent: amount(percent).slice(0, -5),
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
