import type { RefusalCode } from '@btbc/contract/refusals.ts'
import type { Db } from '@btbc/database/database.ts'

import type { Exchange, Market, Order, OrderName, Outcome } from '#modules/exchange/index.ts'

import { botErrors, ofRefusal } from './bot-error.ts'
import { findSymbol, needMarket } from './market-calls.ts'
import { newName } from './names.ts'
import type { Parameters } from './parameters.ts'
import { amendedJson, cancelledJson, orderJson, ownFillJson } from './order-form.ts'

/** What a member's programs read of the member's own orders, and change about them. */

const CLIENT_ID = /^[a-zA-Z0-9\-_.:/]{1,36}$/
const CLIENT_ID_RANGE = '^[a-zA-Z0-9-_.:/]{1,36}$'
const ENDED: readonly RefusalCode[] = ['order_ended', 'order_filled', 'order_not_found']
const ROWS = { min: 1, max: 1000 }
const TIME = { min: 0, max: 8_640_000_000_000_000 }
/** Before the year 10000: later moments mean no other orders. */
const LATEST = 253_402_300_799_000

export type OrderParts = {
  db: Db
  exchange: Exchange
  wallNow: () => Date
}

export type OrderCall = (
  parts: OrderParts,
  request: { memberId: number; parameters: Parameters },
) => unknown

export function readClientId(
  parameters: Parameters,
  name = 'newClientOrderId',
): string | undefined {
  const value = parameters.text(name)
  if (value !== undefined && !CLIENT_ID.test(value)) throw botErrors.illegal(name, CLIENT_ID_RANGE)
  return value
}

type Accepted = Extract<Outcome, { outcome: 'accepted' }>

/** Accepted, refused and unknown are three different answers. */
export function accepted(outcome: Outcome): Accepted {
  if (outcome.outcome === 'refused') throw ofRefusal(outcome.refusal)
  if (outcome.outcome === 'unknown') throw botErrors.unknown()
  return outcome
}

const NAMING = ['symbol', 'orderId', 'origClientOrderId']

function readName(memberId: number, parameters: Parameters): OrderName {
  const id = parameters.id('orderId')
  const clientId = parameters.text('origClientOrderId')
  if (id === undefined && clientId === undefined) {
    throw botErrors.eitherOf('origClientOrderId', 'orderId')
  }
  return { memberId, ...(id !== undefined && { id }), ...(clientId !== undefined && { clientId }) }
}

/** The member's own order of this market, or undefined. One that is named twice has both names. */
async function findNamed(
  { exchange }: OrderParts,
  { memberId, parameters }: { memberId: number; parameters: Parameters },
): Promise<{ market: Market; order: Order | undefined }> {
  const market = needMarket(exchange, parameters)
  exchange.checkOpen()
  const name = readName(memberId, parameters)
  const order = await exchange.findOrder(name)
  if (order && name.clientId !== undefined && order.clientId !== name.clientId) {
    throw botErrors.otherName()
  }
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
  const name = readClientId(parameters) ?? newName()
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
  exchange.checkOpen()
  const found = exchange.openOrders(memberId, market?.id)
  return found.map((order) => orderJson(order, symbolOf(exchange, order.marketId)))
}

function symbolOf(exchange: Exchange, marketId: number): string {
  return exchange.known.find(({ id }) => id === marketId)?.symbol ?? ''
}

export const cancelOpenOrders: OrderCall = async (parts, { memberId, parameters }) => {
  const { exchange } = parts
  parameters.only(['symbol'])
  const market = needMarket(exchange, parameters)
  const outcomes = await exchange.cancelAll(memberId, market.id)
  if (outcomes.length === 0) throw botErrors.cancelRejected()
  // Those that were filled or cancelled meanwhile are not open either; all others have to be told.
  return outcomes
    .filter((each) => each.outcome !== 'refused' || !ENDED.includes(each.refusal.code))
    .map((each) => cancelledJson(accepted(each).order, market.symbol, newName()))
}

export const allOrders: OrderCall = async ({ exchange }, { memberId, parameters }) => {
  parameters.only(['symbol', 'orderId', 'startTime', 'endTime', 'limit'])
  const market = needMarket(exchange, parameters)
  exchange.checkOpen()
  const limit = parameters.int('limit', ROWS) ?? 500
  const fromId = parameters.id('orderId')
  const page = { marketId: market.id, limit }
  const span = readSpan(parameters)
  const asked = fromId === undefined ? { ...page, ...span } : { ...page, fromId }
  const found = await exchange.ordersOf(memberId, asked)
  return found
    .toSorted((a, b) => Number(a.id - b.id))
    .map((order) => orderJson(order, market.symbol))
}

export const myTrades: OrderCall = async ({ exchange }, { memberId, parameters }) => {
  parameters.only(['symbol', 'orderId', 'startTime', 'endTime', 'fromId', 'limit'])
  const market = needMarket(exchange, parameters)
  exchange.checkOpen()
  const limit = parameters.int('limit', ROWS) ?? 500
  const fromId = parameters.id('fromId')
  const orderId = parameters.id('orderId')
  const span = readSpan(parameters)
  if (fromId !== undefined && (span.from ?? span.until) !== undefined) throw botErrors.combination()
  const page = { marketId: market.id, limit, ...(orderId === undefined ? {} : { orderId }) }
  const asked = fromId === undefined ? { ...page, ...span } : { ...page, fromId }
  const found = await exchange.fillsOf(memberId, asked)
  return found
    .toSorted((a, b) => a.tradeId - b.tradeId)
    .map((fill) => ownFillJson(fill, market.symbol))
}

/** From when and until when, of which nothing need be said. */
function readSpan(parameters: Parameters): { from?: Date; until?: Date } {
  const start = parameters.int('startTime', TIME)
  const end = parameters.int('endTime', TIME)
  return {
    ...(start !== undefined && { from: new Date(Math.min(start, LATEST)) }),
    ...(end !== undefined && { until: new Date(Math.min(end, LATEST)) }),
  }
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
  return {
    transactTime: amended.order.updatedAt.getTime(),
    executionId: amended.executionId,
    amendedOrder: amendedJson(amended.order, market.symbol),
  }
}
