import type { Response } from '@btbc/contract/endpoint.ts'
import { limitOrder, marketOrder } from '@btbc/contract/exchange-rows.ts'
import type { listOpenBuys, listOwnTrades } from '@btbc/contract/exchange.ts'
import { mulDiv, UNIT } from '@btbc/money/amount.ts'
import { currencyCode } from '@btbc/money/currency.ts'

import type { Order, OwnFill, Side } from './exchange.ts'

/** Orders and trades as their owner reads them, in the words of the wire. */

type OrderRow = Response<typeof listOpenBuys>['list'][number]
type TradeRow = Response<typeof listOwnTrades>['list'][number]

export const LEGAL_NAME = 'USDT'

/** In the lists and on the socket. */
export function orderRow(order: Order): OrderRow {
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

export function tradeRow(fill: OwnFill): TradeRow {
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

export function statusOf({ status, filled }: Order): OrderRow['status'] {
  if (status === 'prevented') return 'expired'
  return status === 'open' && filled > 0n ? 'partial' : status
}

export function averageOf({ filled, quoteFilled }: Order): bigint {
  return filled === 0n ? 0n : mulDiv(quoteFilled, UNIT, filled, 'down')
}

export function sideOf(direction: TradeRow['direction']): Side {
  return direction === 'in' ? 'buy' : 'sell'
}
