import type { Db } from '@btbc/database/database.ts'
import { balancesOfMember } from '@btbc/ledger/balances.ts'
import { currencies } from '@btbc/money/currency.ts'

import type {
  Exchange,
  Market,
  NewOrder,
  Order,
  OrderName,
  Outcome,
  OwnFill,
} from '#modules/exchange/exchange.ts'

import { BotError, botErrors, ofRefusal } from './bot-error.ts'
import { findSymbol, needMarket } from './market-calls.ts'
import type { Parameters } from './parameters.ts'
import { parametersOf } from './parameters.ts'
import {
  amount,
  cancelledJson,
  codeOf,
  orderJson,
  orderParts,
  ownFillJson,
  placedJson,
} from './wire-form.ts'

/** What a member's programs do with the member's own orders. */

const CLIENT_ID = /^[a-zA-Z0-9\-_.:/]{1,36}$/
const CLIENT_ID_RANGE = '^[a-zA-Z0-9-_.:/]{1,36}$'
const CLIENT_ID_BYTES = 16
const ROWS = { min: 1, max: 1000 }
const TIME = { min: 0, max: 8_640_000_000_000_000 }
const PAGE_ROWS = 1000
const PAGES_MAX = 20
const BATCH_MAX = 50

export type OrderParts = {
  db: Db
  exchange: Exchange
  wallNow: () => Date
  random: (bytes: number) => Buffer
}

export type OrderCall = (
  parts: OrderParts,
  request: { memberId: number; parameters: Parameters },
) => unknown

const PLACING = [
  'symbol',
  'side',
  'type',
  'timeInForce',
  'quantity',
  'quoteOrderQty',
  'price',
  'newClientOrderId',
  'stopPrice',
  'newOrderRespType',
  'selfTradePreventionMode',
  'icebergQty',
  'trailingDelta',
]
const UNUSED = ['strategyId', 'strategyType', 'recvWindow', 'computeCommissionRates']
const TYPES = [
  'LIMIT',
  'MARKET',
  'LIMIT_MAKER',
  'STOP_LOSS',
  'STOP_LOSS_LIMIT',
  'TAKE_PROFIT',
  'TAKE_PROFIT_LIMIT',
] as const

type Placing = { order: NewOrder; market: Market; form: 'ACK' | 'RESULT' | 'FULL' }

function readPlacing(
  { exchange, random }: OrderParts,
  { memberId, parameters }: { memberId: number; parameters: Parameters },
): Placing {
  parameters.only(PLACING, UNUSED)
  const market = needMarket(exchange, parameters)
  const side = parameters.oneOf('side', ['BUY', 'SELL']) ?? missing('side')
  const type = parameters.oneOf('type', TYPES) ?? missing('type')
  if (type === 'TAKE_PROFIT' || type === 'TAKE_PROFIT_LIMIT') {
    throw botErrors.rejected('This order type is not supported.')
  }
  for (const name of ['icebergQty', 'trailingDelta']) {
    if (parameters.text(name) !== undefined) {
      throw botErrors.rejected(`The parameter ${name} is not supported.`)
    }
  }
  parameters.oneOf('selfTradePreventionMode', ['EXPIRE_TAKER'])
  const clientId = readClientId(parameters) ?? newName(random)
  const terms = readTerms(parameters, type)
  const plain = type === 'LIMIT' || type === 'MARKET' ? 'FULL' : 'ACK'
  const form = parameters.oneOf('newOrderRespType', ['ACK', 'RESULT', 'FULL']) ?? plain
  const isBuy = side === 'BUY'
  return {
    market,
    form,
    order: {
      memberId,
      marketId: market.id,
      side: isBuy ? 'buy' : 'sell',
      clientId,
      onRepeat: 'refuse',
      ...terms,
    },
  }
}

type Type = 'LIMIT' | 'MARKET' | 'LIMIT_MAKER' | 'STOP_LOSS' | 'STOP_LOSS_LIMIT'
type Terms = Pick<NewOrder, 'type' | 'timeInForce' | 'price' | 'stopPrice' | 'quantity' | 'budget'>

/** Which parameters a type needs, and which it may not have. */
function readTerms(parameters: Parameters, type: Type): Terms {
  const without = (...names: string[]) => {
    for (const name of names) {
      if (parameters.text(name) !== undefined) throw botErrors.needless(name)
    }
  }
  const timed = () =>
    parameters.oneOf('timeInForce', ['GTC', 'IOC', 'FOK']) ?? missing('timeInForce')
  if (type === 'MARKET') {
    without('price', 'timeInForce', 'stopPrice')
    const quantity = parameters.amount('quantity')
    const budget = parameters.amount('quoteOrderQty')
    if (quantity === undefined && budget === undefined) {
      throw botErrors.eitherOf('origQty', 'quoteOrderQty')
    }
    if (quantity !== undefined && budget !== undefined) throw botErrors.needless('quoteOrderQty')
    if (budget !== undefined) return { type: 'market', budget }
    return { type: 'market', quantity: positive(quantity) }
  }
  without('quoteOrderQty')
  const quantity = positive(parameters.needAmount('quantity'))
  if (type === 'STOP_LOSS') {
    without('price', 'timeInForce')
    return { type: 'stop_market', stopPrice: parameters.needAmount('stopPrice'), quantity }
  }
  const price = parameters.needAmount('price')
  if (type === 'LIMIT_MAKER') {
    without('timeInForce', 'stopPrice')
    return { type: 'limit', timeInForce: 'post_only', price, quantity }
  }
  const timeInForce = timesInForce[timed()]
  if (type === 'LIMIT') {
    without('stopPrice')
    return { type: 'limit', timeInForce, price, quantity }
  }
  const stopPrice = parameters.needAmount('stopPrice')
  return { type: 'stop_limit', timeInForce, price, stopPrice, quantity }
}

const timesInForce = { GTC: 'gtc', IOC: 'ioc', FOK: 'fok' } as const

function positive(quantity: bigint | undefined): bigint {
  if (quantity === undefined || quantity === 0n) throw botErrors.filter('LOT_SIZE')
  return quantity
}

function missing(name: string): never {
  throw botErrors.missing(name)
}

function readClientId(parameters: Parameters, name = 'newClientOrderId'): string | undefined {
  const value = parameters.text(name)
  if (value !== undefined && !CLIENT_ID.test(value)) throw botErrors.illegal(name, CLIENT_ID_RANGE)
  return value
}

function newName(random: (bytes: number) => Buffer): string {
  return random(CLIENT_ID_BYTES).toString('base64url')
}

type Accepted = Extract<Outcome, { outcome: 'accepted' }>

/** Accepted, refused and unknown are three different answers. */
function accepted(outcome: Outcome): Accepted {
  if (outcome.outcome === 'refused') throw ofRefusal(outcome.refusal)
  if (outcome.outcome === 'unknown') throw botErrors.unknown()
  return outcome
}

export const placeOrder: OrderCall = async (parts, request) => {
  const { order, market, form } = readPlacing(parts, request)
  return placedJson(accepted(await parts.exchange.place(order)), market.symbol, form)
}

/** Everything but the book and the balance is checked; nothing is placed. */
export const testOrder: OrderCall = (parts, request) => {
  const { order, market } = readPlacing(parts, request)
  const { price, quantity } = order
  if (price !== undefined && (price === 0n || price % market.tick !== 0n)) {
    throw botErrors.filter('PRICE_FILTER')
  }
  if (quantity !== undefined && quantity % market.lot !== 0n) throw botErrors.filter('LOT_SIZE')
  return {}
}

/** Each order has an answer of its own, in this order. A malformed one keeps the others out of nothing. */
export async function placeBatch(
  parts: OrderParts,
  { memberId, orders }: { memberId: number; orders: unknown },
): Promise<unknown> {
  if (!Array.isArray(orders) || orders.length === 0) throw botErrors.missing('orders')
  if (orders.length > BATCH_MAX) throw botErrors.invalid('orders')
  const read = orders.map((each: unknown): Placing | BotError => {
    try {
      if (typeof each !== 'object' || each === null) throw botErrors.invalid('orders')
      return readPlacing(parts, { memberId, parameters: parametersOf({ ...each }) })
    } catch (error) {
      if (error instanceof BotError) return error
      throw error
    }
  })
  const sound = read.filter((each): each is Placing => !(each instanceof BotError))
  const outcomes = await parts.exchange.placeMany(sound.map(({ order }) => order))
  const answers = new Map(sound.map((each, index) => [each, outcomes[index]]))
  return read.map((each) => {
    if (each instanceof BotError) return errorJson(each)
    const outcome = answers.get(each) ?? { outcome: 'unknown' as const }
    try {
      return placedJson(accepted(outcome), each.market.symbol, each.form)
    } catch (error) {
      if (error instanceof BotError) return errorJson(error)
      throw error
    }
  })
}

export function errorJson(error: BotError): { code: number; msg: string } {
  return { code: error.code, msg: error.message }
}

const NAMING = ['symbol', 'orderId', 'origClientOrderId']

function readName(memberId: number, parameters: Parameters): OrderName {
  const id = parameters.id('orderId')
  if (id !== undefined) return { memberId, id }
  const clientId = parameters.text('origClientOrderId')
  if (clientId === undefined) throw botErrors.eitherOf('origClientOrderId', 'orderId')
  return { memberId, clientId }
}

/** The member's own order of this market, or undefined. */
async function findNamed(
  { exchange }: OrderParts,
  { memberId, parameters }: { memberId: number; parameters: Parameters },
): Promise<{ market: Market; order: Order | undefined }> {
  const market = needMarket(exchange, parameters)
  const order = await exchange.findOrder(readName(memberId, parameters))
  return { market, order: order?.marketId === market.id ? order : undefined }
}

export const getOrder: OrderCall = async (parts, request) => {
  request.parameters.only(NAMING)
  const { market, order } = await findNamed(parts, request)
  if (!order) throw botErrors.noOrder()
  return orderJson(order, market.symbol)
}

export const cancelOrder: OrderCall = async (parts, request) => {
  const { memberId, parameters } = request
  parameters.only([...NAMING, 'newClientOrderId', 'cancelRestrictions'])
  const name = readClientId(parameters) ?? newName(parts.random)
  const restriction = parameters.oneOf('cancelRestrictions', ['ONLY_NEW', 'ONLY_PARTIALLY_FILLED'])
  if (restriction !== undefined) throw botErrors.invalid('cancelRestrictions')
  const { market, order } = await findNamed(parts, request)
  if (!order) throw botErrors.cancelRejected()
  const cancelled = accepted(await parts.exchange.cancel({ memberId, id: order.id }))
  return cancelledJson(cancelled.order, market.symbol, name)
}

export const openOrders: OrderCall = ({ exchange }, { memberId, parameters }) => {
  parameters.only(['symbol'])
  const symbol = parameters.text('symbol')
  const market = symbol === undefined ? undefined : findSymbol(exchange, symbol)
  const found = exchange.openOrders(memberId, market?.id)
  return found.map((order) => orderJson(order, symbolOf(exchange, order.marketId)))
}

function symbolOf(exchange: Exchange, marketId: number): string {
  return exchange.markets.find(({ id }) => id === marketId)?.symbol ?? ''
}

export const cancelOpenOrders: OrderCall = async (parts, { memberId, parameters }) => {
  const { exchange, random } = parts
  parameters.only(['symbol'])
  const market = needMarket(exchange, parameters)
  const outcomes = await exchange.cancelAll(memberId, market.id)
  if (outcomes.length === 0) throw botErrors.cancelRejected()
  // Those that were filled or cancelled meanwhile are not open either.
  return outcomes
    .filter((each) => each.outcome !== 'refused')
    .map((each) => cancelledJson(accepted(each).order, market.symbol, newName(random)))
}

export const allOrders: OrderCall = async ({ exchange }, { memberId, parameters }) => {
  parameters.only(['symbol', 'orderId', 'startTime', 'endTime', 'limit'])
  const market = needMarket(exchange, parameters)
  const limit = parameters.int('limit', ROWS) ?? 500
  const fromId = parameters.id('orderId')
  const page = { marketId: market.id, limit }
  const found =
    fromId === undefined
      ? await within(parameters, limit, (skip) =>
          exchange.ordersOf(memberId, { ...page, skip, limit: PAGE_ROWS }),
        )
      : await exchange.ordersOf(memberId, { ...page, fromId })
  return found
    .toSorted((a, b) => Number(a.id - b.id))
    .map((order) => orderJson(order, market.symbol))
}

export const myTrades: OrderCall = async ({ exchange }, { memberId, parameters }) => {
  parameters.only(['symbol', 'orderId', 'startTime', 'endTime', 'fromId', 'limit'])
  const market = needMarket(exchange, parameters)
  const limit = parameters.int('limit', ROWS) ?? 500
  const fromId = parameters.id('fromId')
  const orderId = parameters.id('orderId')
  const page = { marketId: market.id, limit, ...(orderId === undefined ? {} : { orderId }) }
  const timed = (fill: OwnFill) => ({ ...fill, createdAt: fill.at })
  const found =
    fromId === undefined
      ? await within(parameters, limit, async (skip) =>
          (await exchange.fillsOf(memberId, { ...page, skip, limit: PAGE_ROWS })).map(timed),
        )
      : await exchange.fillsOf(memberId, { ...page, fromId })
  return found
    .toSorted((a, b) => a.tradeId - b.tradeId)
    .map((fill) => ownFillJson(fill, market.symbol))
}

/** Reads newest first until what was asked for is there: the newest ones, or the first from a time on. */
async function within<T extends { createdAt: Date }>(
  parameters: Parameters,
  limit: number,
  read: (skip: number) => Promise<T[]>,
): Promise<T[]> {
  const start = parameters.int('startTime', TIME)
  const end = parameters.int('endTime', TIME) ?? TIME.max
  const found: T[] = []
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const rows = await read(page * PAGE_ROWS)
    found.push(
      ...rows.filter(({ createdAt }) => {
        const at = createdAt.getTime()
        return at >= (start ?? 0) && at <= end
      }),
    )
    const last = rows.at(-1)
    if (!last || rows.length < PAGE_ROWS) break
    if (start === undefined ? found.length >= limit : last.createdAt.getTime() < start) break
  }
  return start === undefined ? found.slice(0, limit) : found.slice(-limit)
}

export const amendOrder: OrderCall = async (parts, request) => {
  const { memberId, parameters } = request
  parameters.only([...NAMING, 'newQty', 'newClientOrderId'])
  if (parameters.text('newClientOrderId') !== undefined) {
    throw botErrors.amendRejected('The parameter newClientOrderId is not supported.')
  }
  const quantity = parameters.needAmount('newQty')
  const { market, order } = await findNamed(parts, request)
  if (!order) throw botErrors.noOrder()
  if (quantity % market.lot !== 0n || quantity === 0n) throw botErrors.filter('LOT_SIZE')
  const amended = accepted(await parts.exchange.amend({ memberId, id: order.id, quantity }))
  const { origQty, cummulativeQuoteQty, ...rest } = orderParts(amended.order, market.symbol)
  return {
    transactTime: amended.order.updatedAt.getTime(),
    executionId: Number(order.id),
    amendedOrder: {
      ...rest,
      origClientOrderId: rest.clientOrderId,
      qty: origQty,
      cumulativeQuoteQty: cummulativeQuoteQty,
    },
  }
}

export const account: OrderCall = async ({ db, exchange, wallNow }, { memberId, parameters }) => {
  parameters.only(['omitZeroBalances'])
  const omits = parameters.oneOf('omitZeroBalances', ['true', 'false']) === 'true'
  const rates = exchange.feeRates(memberId)
  const balances = await balancesJson(db, memberId)
  return {
    makerCommission: Math.round(rates.maker / 100),
    takerCommission: Math.round(rates.taker / 100),
    buyerCommission: 0,
    sellerCommission: 0,
    commissionRates: {
      maker: amount(BigInt(rates.maker) * 100n),
      taker: amount(BigInt(rates.taker) * 100n),
      buyer: amount(0n),
      seller: amount(0n),
    },
    canTrade: true,
    canWithdraw: false,
    canDeposit: false,
    brokered: false,
    requireSelfTradePrevention: false,
    preventSor: false,
    updateTime: wallNow().getTime(),
    accountType: 'SPOT',
    balances: omits ? balances.filter(({ free, locked }) => /[1-9]/.test(free + locked)) : balances,
    permissions: ['SPOT'],
    uid: memberId,
  }
}

/** The Spot wallet in every currency that is traded. */
async function balancesJson(db: Db, memberId: number) {
  const rows = (await balancesOfMember(db, memberId)).filter(({ purpose }) => purpose === 'change')
  return traded.map((currency) => {
    const row = rows.find((each) => each.currency === currency)
    return {
      asset: codeOf(currency),
      free: amount(row?.available ?? 0n),
      locked: amount(row?.held ?? 0n),
    }
  })
}

const traded = [currencies.BTC, currencies.BNB, currencies.BTBC, currencies.USDT].map(
  ({ id }) => id,
)

/** No margin here. */
export const noPairs: OrderCall = (_, { parameters }) => {
  parameters.only([], ['symbols', 'symbol'])
  return []
}

export const coins: OrderCall = async ({ db }, { memberId, parameters }) => {
  parameters.only([])
  return (await balancesJson(db, memberId)).map(({ asset, free, locked }) => ({
    coin: asset,
    name: asset,
    free,
    locked,
    freeze: amount(0n),
    withdrawing: amount(0n),
    ipoing: amount(0n),
    ipoable: amount(0n),
    storage: amount(0n),
    isLegalMoney: false,
    trading: true,
    depositAllEnable: false,
    withdrawAllEnable: false,
    networkList: [],
  }))
}
