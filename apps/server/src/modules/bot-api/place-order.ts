import type { Market, NewOrder } from '#modules/exchange/index.ts'

import { BotError, botErrors, errorJson } from './bot-error.ts'
import { needMarket } from './market-calls.ts'
import { accepted, type OrderCall, type OrderParts, readClientId } from './order-calls.ts'
import { newName } from './names.ts'
import { type Parameters, parametersOf } from './parameters.ts'
import { commissionJson, placedJson } from './order-form.ts'

/** How a member's programs place orders, one at a time or many at once. */

const BATCH_MAX = 50
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
  { exchange }: OrderParts,
  { memberId, parameters }: { memberId: number; parameters: Parameters },
): Placing {
  parameters.only(PLACING, UNUSED)
  const market = needMarket(exchange, parameters)
  const side = parameters.oneOf('side', ['BUY', 'SELL'], botErrors.side) ?? missing('side')
  const type = parameters.oneOf('type', TYPES, botErrors.orderType) ?? missing('type')
  if (type === 'TAKE_PROFIT' || type === 'TAKE_PROFIT_LIMIT') {
    throw botErrors.rejected('This order type is not supported.')
  }
  for (const name of ['icebergQty', 'trailingDelta']) {
    if (parameters.text(name) !== undefined) {
      throw botErrors.rejected(`The parameter ${name} is not supported.`)
    }
  }
  parameters.oneOf('selfTradePreventionMode', ['EXPIRE_TAKER'])
  const clientId = readClientId(parameters) ?? newName()
  const byType = readByType(parameters, type)
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
      onUnfillable: 'expire',
      ...byType,
    },
  }
}

type Type = 'LIMIT' | 'MARKET' | 'LIMIT_MAKER' | 'STOP_LOSS' | 'STOP_LOSS_LIMIT'
type ByType = Pick<NewOrder, 'type' | 'timeInForce' | 'price' | 'stopPrice' | 'quantity' | 'budget'>

/** Which parameters a type needs, and which it may not have. */
function readByType(parameters: Parameters, type: Type): ByType {
  const without = (...names: string[]) => {
    for (const name of names) {
      if (parameters.text(name) !== undefined) throw botErrors.needless(name)
    }
  }
  const timed = () =>
    parameters.oneOf('timeInForce', ['GTC', 'IOC', 'FOK'], botErrors.timeInForce) ??
    missing('timeInForce')
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

export const placeOrder: OrderCall = async (parts, request) => {
  const { order, market, form } = readPlacing(parts, request)
  return placedJson(accepted(await parts.exchange.place(order)), market.symbol, form)
}

/** Everything but the book and the balance is checked; nothing is placed. Says what it would cost when asked. */
export const testOrder: OrderCall = (parts, request) => {
  const { memberId, parameters } = request
  const { exchange } = parts
  exchange.checkOrder(readPlacing(parts, request).order)
  const tellsCost = parameters.oneOf('computeCommissionRates', ['true', 'false']) === 'true'
  return tellsCost ? commissionJson(exchange.feeRates(memberId)) : {}
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
  const outcomes =
    sound.length === 0 ? [] : await parts.exchange.placeMany(sound.map(({ order }) => order))
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
