import type { Request, Response } from '@btbc/contract/endpoint.ts'
import { limitOrder, marketOrder } from '@btbc/contract/exchange-rows.ts'
import type {
  listEndedOrders,
  listMarkets,
  listOpenBuys,
  listOwnTrades,
  readTicket,
} from '@btbc/contract/exchange.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db } from '@btbc/database/database.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { mulDiv, UNIT } from '@btbc/money/amount.ts'
import { currencyCode, type CurrencyId } from '@btbc/money/currency.ts'

import { referenceRate } from '#modules/rail/index.ts'
import { type HeldPrices, valuationOf } from '#modules/wallet/index.ts'

import type { Exchange, Market, Order, OwnFill, OwnTradesAsked, PageOf } from './exchange.ts'

/** What the exchange tells the seeds' app: quotation, ticket, lists of orders. */

const RATE_UNITS = UNIT / 1_000_000n
const PERCENT = 100n
const PAGE_ROWS = 20
export const LEGAL_NAME = 'USDT'

/** The last 24 hours of a market; undefined when nothing was traded in them. */
export type DayOf = (
  marketId: number,
) => { open: bigint; high: bigint; low: bigint; volume: bigint } | undefined

export function quote(
  exchange: Exchange,
  { dayOf, prices, isSimulated }: { dayOf: DayOf; prices: HeldPrices; isSimulated: boolean },
): Response<typeof listMarkets> {
  const quotation = exchange.markets.map((market) => {
    const last = priceOf(exchange, market, prices)
    const tradedAt = exchange.lastTrade(market.id)?.at ?? null
    const day = dayOf(market.id)
    const { open, high, low, volume } = day ?? { open: last, high: last, low: last, volume: 0n }
    return {
      currency_id: market.base,
      currency_name: currencyCode(market.base),
      legal_id: market.quote,
      now_price: last,
      change: open === 0n ? 0n : ((last - open) * PERCENT * UNIT) / open,
      traded_at: tradedAt,
      volume,
      high,
      low,
      logo: `/media/coin-${currencyCode(market.base).toLowerCase()}.svg`,
      tick: market.tick,
      lot: market.lot,
      min_notional: market.notionalMin,
      simulated: isSimulated,
      halted: exchange.isHalted(market.id),
    }
  })
  const [first] = exchange.markets
  if (!first) return []
  return [{ legal_id: first.quote, legal_name: currencyCode(first.quote), quotation }]
}

export async function prepareDeal(
  exchange: Exchange,
  db: Db,
  asked: {
    memberId: number
    request: Request<typeof readTicket>
    prices: HeldPrices
    now: Date
  },
): Promise<Response<typeof readTicket>> {
  const { memberId, request, prices, now } = asked
  const market = getMarket(exchange, request.currency_id)
  const ownOf = (currency: CurrencyId) => balanceOf(db, memberAccount(memberId, 'change', currency))
  const [base, legal, cny] = await Promise.all([
    ownOf(market.base),
    ownOf(market.quote),
    referenceRate(db, now),
  ])
  const { bid, ask } = exchange.bookTicker(market.id)
  const { maker, taker } = exchange.feeRates(memberId)
  return {
    user_currency: base.available,
    user_legal: legal.available,
    cny_price: mulDiv(priceOf(exchange, market, prices), cny, UNIT, 'down'),
    maker_fee: BigInt(maker) * RATE_UNITS,
    taker_fee: BigInt(taker) * RATE_UNITS,
    best_bid: bid?.price ?? null,
    best_ask: ask?.price ?? null,
  }
}

type Listing = {
  memberId: number
  request: Request<typeof listOpenBuys>
}

export function listOpen(
  exchange: Exchange,
  { memberId, request, side }: Listing & { side: 'buy' | 'sell' },
): Response<typeof listOpenBuys> {
  const { page = 1, limit = PAGE_ROWS, currency_id: marketId } = request
  const open = exchange
    .openOrders(memberId, marketId)
    .filter((order) => order.side === side)
    .toSorted((a, b) => Number(b.id - a.id))
  const shown = open.slice((page - 1) * limit, page * limit)
  return { list: shown.map(orderRow), total: open.length, page, limit }
}

export async function listEnded(
  exchange: Exchange,
  { memberId, request }: Listing,
): Promise<Response<typeof listEndedOrders>> {
  const { page = 1, limit = PAGE_ROWS, currency_id: marketId } = request
  const paging: PageOf = { limit, skip: (page - 1) * limit }
  if (marketId !== undefined) paging.marketId = marketId
  const ended = await exchange.endedOrdersOf(memberId, paging)
  const total = await exchange.countEndedOrders(memberId, marketId)
  return { list: ended.map(orderRow), total, page, limit }
}

export async function listTrades(
  exchange: Exchange,
  { memberId, request }: { memberId: number; request: Request<typeof listOwnTrades> },
): Promise<Response<typeof listOwnTrades>> {
  const { limit = PAGE_ROWS, currency_id: marketId, direction, cursor } = request
  const asked: OwnTradesAsked = { limit }
  if (marketId !== undefined) asked.marketId = getMarket(exchange, marketId).id
  if (direction !== undefined) asked.side = sideOf(direction)
  if (cursor !== undefined) asked.cursor = readCursor(cursor)
  const { fills, next } = await exchange.ownTrades(memberId, asked)
  return { list: fills.map(toTradeRow), next: next ? writeCursor(next) : null, limit }
}

/** As `1.250-18.31`: in each market only ids below. */
function writeCursor(cursor: ReadonlyMap<number, bigint>): string {
  return [...cursor].map(([marketId, before]) => `${marketId}.${before}`).join('-')
}

function readCursor(text: string): ReadonlyMap<number, bigint> {
  return new Map(
    text.split('-').map((place) => {
      const [marketId = '', before = ''] = place.split('.')
      return [Number(marketId), BigInt(before)]
    }),
  )
}

function toTradeRow(fill: OwnFill): Response<typeof listOwnTrades>['list'][number] {
  return {
    id: fill.tradeId,
    order_id: Number(fill.orderId),
    currency_id: fill.marketId,
    currency_name: currencyCode(fill.marketId),
    legal_name: LEGAL_NAME,
    direction: fill.side === 'buy' ? 'in' : 'out',
    price: fill.price,
    number: fill.quantity,
    value: fill.quote,
    fee: fill.fee,
    fee_currency: currencyCode(fill.feeCurrency),
    role: fill.isMaker ? 'maker' : 'taker',
    create_time: fill.at,
  }
}

type Row = Response<typeof listOpenBuys>['list'][number]

/** An order as its owner reads it, in the lists and on the socket. */
export function orderRow(order: Order): Row {
  const { side, type, timeInForce, price, stopPrice, quantity, filled, fee, held } = order
  return {
    id: Number(order.id),
    price: price ?? averageOf(order),
    number: quantity,
    filled,
    avg_price: averageOf(order),
    fee,
    fee_currency: currencyCode(order.feeCurrency),
    create_time: order.createdAt,
    legal_name: LEGAL_NAME,
    currency_id: order.marketId,
    currency_name: currencyCode(order.marketId),
    type,
    stop_price: stopPrice ?? null,
    terms: timeInForce,
    held,
    way: type === 'market' || type === 'stop_market' ? marketOrder : limitOrder,
    direction: side === 'buy' ? 'in' : 'out',
    status: statusOf(order),
    ...(order.clientId === undefined ? {} : { client_id: order.clientId }),
  }
}

export function statusOf({ status, filled }: Order): Row['status'] {
  return status === 'open' && filled > 0n ? 'partial' : status
}

export function averageOf({ filled, quoteFilled }: Order): bigint {
  return filled === 0n ? 0n : mulDiv(quoteFilled, UNIT, filled, 'down')
}

/** The last price; before the first trade the middle of the book; before that the reference. */
function priceOf(exchange: Exchange, market: Market, prices: HeldPrices): bigint {
  const last = exchange.lastTrade(market.id)
  if (last) return last.price
  const { bid, ask } = exchange.bookTicker(market.id)
  if (!bid || !ask) return valuationOf(prices.held(), market.base)
  const middle = (bid.price + ask.price) / 2n
  return middle - (middle % market.tick)
}

export function getMarket(exchange: Exchange, id: number): Market {
  const market = exchange.findListed((each) => each.id === id)
  if (!market) throw new Refusal('market_not_found')
  return market
}

export function sideOf(type: 'in' | 'out'): 'buy' | 'sell' {
  return type === 'in' ? 'buy' : 'sell'
}
