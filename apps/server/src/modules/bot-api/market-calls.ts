import type { Db } from '@btbc/database/database.ts'
import { UNIT } from '@btbc/money/amount.ts'

import {
  type Exchange,
  type Market,
  OPEN_ORDERS_MAX,
  TICKS_MAX,
  type Trade,
} from '#modules/exchange/index.ts'
import { type Interval, type MarketData, candles, intervals } from '#modules/market-data/index.ts'
import { MINUTE_MS } from '#platform/durations.ts'

import { botErrors } from './bot-error.ts'
import { ORDERS_LIMIT, WEIGHT_LIMIT } from './limits.ts'
import type { Parameters } from './parameters.ts'
import {
  aggregateJson,
  amount,
  bookTickerJson,
  candleJson,
  dayJson,
  levelsJson,
  marketJson,
  miniDayJson,
  nearest,
  tradeJson,
} from './wire-form.ts'

/** What anyone may ask of the markets. */

const LIMIT = { min: 1, max: 1000 }
/** To the year 9999, with room for the longest candle behind it. */
const TIME = { min: 0, max: 253_402_300_799_999 }
const ID = { min: 0, max: Number.MAX_SAFE_INTEGER }
const AVERAGE_MINUTES = 5
const UTC = /^[+-]?0{1,2}(:00)?$/

type MarketParts = {
  db: Db
  exchange: Exchange
  marketData: MarketData
  now: () => Date
  wallNow: () => Date
}

export type MarketCall = (parts: MarketParts, parameters: Parameters) => unknown

export function findSymbol(exchange: Exchange, symbol: string): Market {
  const found = exchange.findListed((market) => market.symbol === symbol)
  if (!found) throw botErrors.symbol()
  return found
}

export function needMarket(exchange: Exchange, parameters: Parameters): Market {
  return findSymbol(exchange, parameters.needText('symbol'))
}

export const ping: MarketCall = (_, parameters) => {
  parameters.only([])
  return {}
}

export const time: MarketCall = ({ wallNow }, parameters) => {
  parameters.only([])
  return { serverTime: wallNow().getTime() }
}

export const systemStatus: MarketCall = ({ exchange }, parameters) => {
  parameters.only([])
  return exchange.isOpen() ? { status: 0, msg: 'normal' } : { status: 1, msg: 'system_maintenance' }
}

export const exchangeInfo: MarketCall = ({ exchange, wallNow }, parameters) => {
  parameters.only(['symbol', 'symbols', 'permissions', 'showPermissionSets', 'symbolStatus'])
  const { markets } = marketsAsked(exchange, parameters)
  const isForSpot = /\bSPOT\b/.test(parameters.text('permissions') ?? 'SPOT')
  const sets = (parameters.text('showPermissionSets') ?? 'true').toLowerCase()
  if (sets !== 'true' && sets !== 'false') throw botErrors.invalid('showPermissionSets')
  return {
    timezone: 'UTC',
    serverTime: wallNow().getTime(),
    rateLimits: [WEIGHT_LIMIT, ORDERS_LIMIT],
    exchangeFilters: [],
    // What is traded here is traded on the spot, and in no other way.
    symbols: (isForSpot ? markets : []).map((market) => ({
      ...marketJson(market, {
        isHalted: exchange.isHalted(market.id),
        ordersMax: OPEN_ORDERS_MAX,
        priceMax: BigInt(TICKS_MAX) * market.tick,
      }),
      ...(sets === 'true' ? {} : { permissionSets: [] }),
    })),
  }
}

export const depth: MarketCall = ({ exchange }, parameters) => {
  parameters.only(['symbol', 'limit', 'symbolStatus'])
  const market = needMarket(exchange, parameters)
  if (!hasStatus(exchange, parameters)(market)) throw botErrors.status()
  const limit = parameters.int('limit', { min: 1, max: Number.MAX_SAFE_INTEGER }) ?? 100
  exchange.checkOpen()
  const { sequence, bids, asks } = exchange.depth(market.id, Math.min(limit, 5000))
  return { lastUpdateId: sequence, bids: levelsJson(bids), asks: levelsJson(asks) }
}

export const trades: MarketCall = async ({ exchange }, parameters) => {
  parameters.only(['symbol', 'limit'])
  const market = needMarket(exchange, parameters)
  const found = await exchange.trades(market.id, { limit: parameters.int('limit', LIMIT) ?? 500 })
  return found.map(tradeJson)
}

export const historicalTrades: MarketCall = async ({ exchange }, parameters) => {
  parameters.only(['symbol', 'limit', 'fromId'])
  const market = needMarket(exchange, parameters)
  const limit = parameters.int('limit', LIMIT) ?? 500
  const fromId = parameters.int('fromId', ID)
  return (await tradesFrom(exchange, market, { fromId, limit })).map(tradeJson)
}

export const aggTrades: MarketCall = async ({ exchange }, parameters) => {
  parameters.only(['symbol', 'limit', 'fromId', 'startTime', 'endTime'])
  const market = needMarket(exchange, parameters)
  const limit = parameters.int('limit', LIMIT) ?? 500
  const startTime = parameters.int('startTime', TIME)
  const endTime = parameters.int('endTime', TIME)
  let fromId = parameters.int('fromId', ID)
  if (fromId === undefined && startTime !== undefined) {
    fromId = await exchange.firstTradeFrom(market.id, new Date(startTime))
  } else if (fromId === undefined && endTime !== undefined) {
    fromId = (await exchange.firstTradeFrom(market.id, new Date(endTime + 1))) - limit
  }
  const found = await tradesFrom(exchange, market, { fromId, limit })
  return found
    .filter(({ at }) => endTime === undefined || at.getTime() <= endTime)
    .map(aggregateJson)
}

async function tradesFrom(
  exchange: Exchange,
  market: Market,
  { fromId, limit }: { fromId: number | undefined; limit: number },
): Promise<Trade[]> {
  if (fromId === undefined) return await exchange.trades(market.id, { limit })
  return await exchange.trades(market.id, { fromId: Math.max(1, fromId), limit })
}

export const klines: MarketCall = async ({ db, exchange }, parameters) => {
  parameters.only(['symbol', 'interval', 'startTime', 'endTime', 'limit', 'timeZone'])
  const market = needMarket(exchange, parameters)
  // Days and weeks begin with those of UTC.
  if (!UTC.test(parameters.text('timeZone') ?? '0')) throw botErrors.invalid('timeZone')
  const interval = intervalOf(parameters.needText('interval'))
  const from = parameters.int('startTime', TIME)
  const to = parameters.int('endTime', TIME)
  const found = await candles(db, {
    marketId: market.id,
    interval,
    limit: parameters.int('limit', LIMIT) ?? 500,
    ...(from === undefined ? {} : { from: new Date(from) }),
    ...(to === undefined ? {} : { to: new Date(to) }),
  })
  return found.map((candle) => candleJson(candle, intervals[interval].minutes))
}

function intervalOf(name: string): Interval {
  if (!Object.hasOwn(intervals, name)) throw botErrors.interval()
  return name as Interval
}

export const avgPrice: MarketCall = async ({ db, exchange, marketData, now }, parameters) => {
  parameters.only(['symbol'])
  const market = needMarket(exchange, parameters)
  exchange.checkOpen()
  const at = now()
  const found = await candles(db, {
    marketId: market.id,
    interval: '1m',
    from: new Date(at.getTime() - AVERAGE_MINUTES * MINUTE_MS),
    limit: AVERAGE_MINUTES + 1,
  })
  const volume = found.reduce((sum, each) => sum + each.volume, 0n)
  const quote = found.reduce((sum, each) => sum + each.quoteVolume, 0n)
  const price =
    volume === 0n ? marketData.dayStatistics(market.id).close : nearest(quote * UNIT, volume)
  return {
    mins: AVERAGE_MINUTES,
    price: amount(price),
    closeTime: exchange.lastTrade(market.id)?.at.getTime() ?? at.getTime(),
  }
}

export const dayTicker: MarketCall = ({ exchange, marketData }, parameters) => {
  parameters.only(['symbol', 'symbols', 'type', 'symbolStatus'])
  const isMini = parameters.oneOf('type', ['FULL', 'MINI']) === 'MINI'
  return ofMarkets(exchange, parameters, (market) => {
    const day = marketData.dayStatistics(market.id)
    if (isMini) return miniDayJson(market, day)
    return dayJson(market, day, exchange.bookTicker(market.id), exchange.lastTrade(market.id))
  })
}

export const priceTicker: MarketCall = ({ exchange }, parameters) => {
  parameters.only(['symbol', 'symbols', 'symbolStatus'])
  return ofMarkets(exchange, parameters, (market) => ({
    symbol: market.symbol,
    price: amount(exchange.lastTrade(market.id)?.price ?? 0n),
  }))
}

export const bookTicker: MarketCall = ({ exchange }, parameters) => {
  parameters.only(['symbol', 'symbols', 'symbolStatus'])
  return ofMarkets(exchange, parameters, (market) =>
    bookTickerJson(market.symbol, exchange.bookTicker(market.id)),
  )
}

/** One object for one symbol, a list for a list of them or for none. */
function ofMarkets<T>(
  exchange: Exchange,
  parameters: Parameters,
  describe: (market: Market) => T,
): T | T[] {
  const { markets, isOne } = marketsAsked(exchange, parameters)
  exchange.checkOpen()
  const found = markets.map(describe)
  const [first] = found
  return isOne && first !== undefined ? first : found
}

function marketsAsked(
  exchange: Exchange,
  parameters: Parameters,
): { markets: readonly Market[]; isOne: boolean } {
  const symbol = parameters.text('symbol')
  const symbols = parameters.text('symbols')
  if (symbol !== undefined && symbols !== undefined) throw botErrors.needless('symbols')
  const isAsked = hasStatus(exchange, parameters)
  if (symbol !== undefined) {
    const market = findSymbol(exchange, symbol)
    if (!isAsked(market)) throw botErrors.status()
    return { markets: [market], isOne: true }
  }
  if (symbols === undefined) return { markets: exchange.markets.filter(isAsked), isOne: false }
  const names = /^\[("[A-Z0-9]{1,20}"(,\s*"[A-Z0-9]{1,20}")*)\]$/.test(symbols)
    ? (JSON.parse(symbols) as string[])
    : undefined
  if (!names)
    throw botErrors.illegal('symbols', String.raw`^\[("[A-Z0-9]{1,20}"(,"[A-Z0-9]{1,20}")*)\]$`)
  // So that no answer is longer than there are markets.
  if (new Set(names).size < names.length) throw botErrors.duplicated()
  const markets = names.map((each) => findSymbol(exchange, each)).filter(isAsked)
  return { markets, isOne: false }
}

function hasStatus(exchange: Exchange, parameters: Parameters): (market: Market) => boolean {
  const status = parameters.oneOf('symbolStatus', ['TRADING', 'HALT', 'BREAK'])
  return ({ id }) => status === undefined || status === (exchange.isHalted(id) ? 'HALT' : 'TRADING')
}
