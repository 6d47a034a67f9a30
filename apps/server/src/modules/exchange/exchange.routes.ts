import {
  cancelAllOrders as cancelAllOrdersCall,
  cancelOrder as cancelOrderCall,
  listEndedOrders,
  listMarkets,
  listOpenBuys,
  listOpenSells,
  listOwnTrades,
  placeBuy,
  placeSell,
  readTicket,
} from '@btbc/contract/exchange.ts'

import type { HeldPrices } from '#modules/wallet/index.ts'
import type { ServeDirect } from '#http/serve.ts'

import type { Exchange } from './exchange.ts'
import { cancelAllOrders, cancelOrder, placeOrder } from './placing.ts'
import { type DayOf, listEnded, listOpen, listTrades, prepareDeal, quote } from './ticket.ts'

export function serveExchange(
  serve: ServeDirect,
  parts: { exchange: Exchange; prices: HeldPrices; dayOf: DayOf; isSimulated: boolean },
): void {
  const { exchange, ...figures } = parts
  const open = (): Exchange => {
    exchange.checkOpen()
    return exchange
  }
  serve(listMarkets, () => quote(open(), figures))
  serve(readTicket, ({ db, request, caller: { memberId }, now }) =>
    prepareDeal(open(), db, { memberId, request, prices: figures.prices, now }),
  )
  serve(placeBuy, ({ request, key, caller }) =>
    placeOrder(exchange, { caller, side: 'buy', request, key }),
  )
  serve(placeSell, ({ request, key, caller }) =>
    placeOrder(exchange, { caller, side: 'sell', request, key }),
  )
  serve(listOpenBuys, ({ request, caller: { memberId } }) =>
    listOpen(open(), { memberId, request, side: 'buy' }),
  )
  serve(listOpenSells, ({ request, caller: { memberId } }) =>
    listOpen(open(), { memberId, request, side: 'sell' }),
  )
  serve(listEndedOrders, ({ request, caller: { memberId } }) =>
    listEnded(open(), { memberId, request }),
  )
  serve(listOwnTrades, ({ request, caller: { memberId } }) =>
    listTrades(open(), { memberId, request }),
  )
  serve(cancelOrderCall, ({ request, caller: { memberId } }) =>
    cancelOrder(open(), { memberId, request }),
  )
  serve(cancelAllOrdersCall, ({ request, caller: { memberId } }) =>
    cancelAllOrders(open(), { memberId, request }),
  )
}
