import type { Request, Response } from '@btbc/contract/endpoint.ts'
import type {
  listEndedOrders,
  listMarkets as listMarketsCall,
  listOpenBuys,
  listOwnTrades,
  readOrderForm as readOrderFormCall,
} from '@btbc/contract/exchange.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db } from '@btbc/database/database.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { mulDiv, UNIT } from '@btbc/money/amount.ts'
import { currencyCode, type CurrencyId } from '@btbc/money/currency.ts'

import { referenceRate } from '#modules/rail/index.ts'
import { type FollowedPrices, valuationOf } from '#modules/wallet/index.ts'

import type { Exchange, Market, OwnTradesAsked, PageOf, Side } from './exchange.ts'
import { orderRow, sideOf, tradeRow } from './order-rows.ts'

/** What the exchange tells the seeds' app: quotation, order form, lists of orders and of trades. */

const RATE_UNITS = UNIT / 1_000_000n
const PERCENT = 100n
const PER_PAGE = 20

/** The last 24 hours of a market; undefined when nothing was traded in them. */
export type DayOf = (
  marketId: number,
) => { open: bigint; high: bigint; low: bigint; volume: bigint } | undefined

export function listMarkets(
  exchange: Exchange,
  { dayOf, prices, isSimulated }: { dayOf: DayOf; prices: FollowedPrices; isSimulated: boolean },
): Response<typeof listMarketsCall> {
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

export async function readOrderForm(
  exchange: Exchange,
  db: Db,
  asked: {
    memberId: number
    request: Request<typeof readOrderFormCall>
    prices: FollowedPrices
    now: Date
  },
): Promise<Response<typeof readOrderFormCall>> {
  const { memberId, request, prices, now } = asked
  const market = getListed(exchange, request.currency_id)
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

type OrdersAsked = {
  memberId: number
  request: Request<typeof listOpenBuys>
}

export function listOpen(
  exchange: Exchange,
  { memberId, request, side }: OrdersAsked & { side: Side },
): Response<typeof listOpenBuys> {
  const { page = 1, limit = PER_PAGE, currency_id: marketId } = request
  const open = exchange
    .openOrders(memberId, marketId)
    .filter((order) => order.side === side)
    .toSorted((a, b) => Number(b.id - a.id))
  const shown = open.slice((page - 1) * limit, page * limit)
  return { list: shown.map(orderRow), total: open.length, page, limit }
}

export async function listEnded(
  exchange: Exchange,
  { memberId, request }: OrdersAsked,
): Promise<Response<typeof listEndedOrders>> {
  const { page = 1, limit = PER_PAGE, currency_id: marketId } = request
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
  const { limit = PER_PAGE, currency_id: marketId, direction, cursor } = request
  const asked: OwnTradesAsked = { limit }
  if (marketId !== undefined) asked.marketId = getListed(exchange, marketId).id
  if (direction !== undefined) asked.side = sideOf(direction)
  if (cursor !== undefined) asked.cursor = readCursor(cursor)
  const { fills, next } = await exchange.ownTrades(memberId, asked)
  return { list: fills.map(tradeRow), next: next ? writeCursor(next) : null, limit }
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

/** The last price; before the first trade the middle of the book; before that the reference. */
function priceOf(exchange: Exchange, market: Market, prices: FollowedPrices): bigint {
  const last = exchange.lastTrade(market.id)
  if (last) return last.price
  const { bid, ask } = exchange.bookTicker(market.id)
  if (!bid || !ask) return valuationOf(prices.current(), market.base)
  const middle = (bid.price + ask.price) / 2n
  return middle - (middle % market.tick)
}

export function getListed(exchange: Exchange, id: number): Market {
  const market = exchange.findListed((each) => each.id === id)
  if (!market) throw new Refusal('market_not_found')
  return market
}
