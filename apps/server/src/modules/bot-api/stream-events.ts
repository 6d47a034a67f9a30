import { currencyCode } from '@btbc/money/currency.ts'

import type { Exchange, Market, MarketChange, OrderChange } from '#modules/exchange/index.ts'
import type { MarketData } from '#modules/market-data/index.ts'

import { priceOf, statusOf, timeInForceOf, typeOf } from './order-form.ts'
import { amount, bookTickerJson, dayJson, levelsJson, miniDayJson } from './wire-form.ts'

/** What the streams say, event by event. */

/** Numbered like the book of `/api/v3/depth`: each change of a market is one step. */
export function depthEvent(
  market: Market,
  change: Pick<MarketChange, 'sequence' | 'bids' | 'asks'>,
  at: Date,
) {
  return {
    e: 'depthUpdate',
    E: at.getTime(),
    s: market.symbol,
    U: change.sequence,
    u: change.sequence,
    b: levelsJson(change.bids),
    a: levelsJson(change.asks),
  }
}

export function tradeEvents(market: Market, change: MarketChange, kind: 'trade' | 'aggTrade') {
  return change.trades.map((trade) => ({
    e: kind,
    E: trade.at.getTime(),
    s: market.symbol,
    ...(kind === 'trade' ? { t: trade.id } : { a: trade.id, f: trade.id, l: trade.id }),
    p: amount(trade.price),
    q: amount(trade.quantity),
    T: trade.at.getTime(),
    m: trade.takerSide === 'sell',
    M: true,
  }))
}

export function bookEvent(exchange: Exchange, market: Market) {
  const ticker = exchange.bookTicker(market.id)
  const best = bookTickerJson(market.symbol, ticker)
  return {
    u: ticker.sequence,
    s: market.symbol,
    b: best.bidPrice,
    B: best.bidQty,
    a: best.askPrice,
    A: best.askQty,
  }
}

export function dayEvent(
  { exchange, marketData }: { exchange: Exchange; marketData: MarketData },
  market: Market,
  at: Date,
) {
  const day = dayJson(
    market,
    marketData.dayStatistics(market.id),
    exchange.bookTicker(market.id),
    exchange.lastTrade(market.id),
  )
  return {
    e: '24hrTicker',
    E: at.getTime(),
    s: market.symbol,
    p: day.priceChange,
    P: day.priceChangePercent,
    w: day.weightedAvgPrice,
    x: day.prevClosePrice,
    c: day.lastPrice,
    Q: day.lastQty,
    b: day.bidPrice,
    B: day.bidQty,
    a: day.askPrice,
    A: day.askQty,
    o: day.openPrice,
    h: day.highPrice,
    l: day.lowPrice,
    v: day.volume,
    q: day.quoteVolume,
    O: day.openTime,
    C: day.closeTime,
    F: day.firstId,
    L: day.lastId,
    n: day.count,
  }
}

export function miniDayEvent({ marketData }: { marketData: MarketData }, market: Market, at: Date) {
  const day = miniDayJson(market, marketData.dayStatistics(market.id))
  return {
    e: '24hrMiniTicker',
    E: at.getTime(),
    s: market.symbol,
    c: day.lastPrice,
    o: day.openPrice,
    h: day.highPrice,
    l: day.lowPrice,
    v: day.volume,
    q: day.quoteVolume,
  }
}

/** What a member has of some currencies from this moment on. */
export function positionEvent(
  balances: readonly { asset: string; free: string; locked: string }[],
  at: Date,
) {
  return {
    e: 'outboundAccountPosition',
    E: at.getTime(),
    u: at.getTime(),
    B: balances.map(({ asset, free, locked }) => ({ a: asset, f: free, l: locked })),
  }
}

/** One report for an order that was placed, changed or ended, and one for each of its fills. */
export function orderEvents(market: Market, change: OrderChange, at: Date) {
  const { order, fills, isNew, isTriggered, isAmended, executionId } = change
  const { workingAt } = order
  const cumulated = { quantity: order.filled, quote: order.quoteFilled }
  for (const fill of fills) {
    cumulated.quantity -= fill.quantity
    cumulated.quote -= fill.quote
  }
  const events: object[] = []
  const report = (kind: string, status: string, more: Record<string, unknown> = {}) =>
    events.push({
      e: 'executionReport',
      E: at.getTime(),
      s: market.symbol,
      c: order.clientId ?? '',
      S: order.side.toUpperCase(),
      o: typeOf(order),
      f: timeInForceOf(order),
      q: amount(order.quantity),
      p: priceOf(order),
      P: amount(order.stopPrice ?? 0n),
      F: amount(0n),
      g: -1,
      C: '',
      x: kind,
      X: status,
      r: 'NONE',
      i: Number(order.id),
      l: amount(0n),
      z: amount(cumulated.quantity),
      L: amount(0n),
      n: '0',
      N: null,
      T: at.getTime(),
      t: -1,
      I: executionId + events.length,
      w: workingAt !== undefined && ['NEW', 'PARTIALLY_FILLED'].includes(status),
      m: false,
      O: order.createdAt.getTime(),
      Z: amount(cumulated.quote),
      Y: amount(0n),
      Q: amount(order.budget ?? 0n),
      ...(workingAt && { W: workingAt.getTime() }),
      V: 'EXPIRE_TAKER',
      ...more,
    })
  // A stop that comes into the book is new there.
  if (isNew || isTriggered) report('NEW', 'NEW')
  else if (isAmended) report('REPLACED', cumulated.quantity > 0n ? 'PARTIALLY_FILLED' : 'NEW')
  for (const fill of fills) {
    cumulated.quantity += fill.quantity
    cumulated.quote += fill.quote
    // An order by a budget is as large as what is filled of it, also when the budget is not used up.
    const isWhole = order.status === 'filled' && cumulated.quantity === order.filled
    report('TRADE', isWhole ? 'FILLED' : 'PARTIALLY_FILLED', {
      l: amount(fill.quantity),
      L: amount(fill.price),
      Y: amount(fill.quote),
      n: amount(fill.fee),
      N: currencyCode(order.feeCurrency),
      t: fill.tradeId,
      m: fill.isMaker,
    })
  }
  const status = statusOf(order)
  // Where an order is cancelled, clients look for the name that it had.
  if (order.status === 'cancelled') report(status, status, { C: order.clientId ?? '' })
  else if (order.status === 'expired') report(status, status)
  else if (order.status === 'prevented') report('TRADE_PREVENTION', status)
  return events
}
