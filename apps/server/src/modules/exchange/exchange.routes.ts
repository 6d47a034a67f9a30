import type { ServeDirect } from '#http/serve.ts'

import type { Exchange } from './exchange.ts'
import { cancelAllOrders, cancelOrder, placeOrder } from './placing.ts'
import { type DayOf, listEnded, listOpen, listTrades, prepareDeal, quote } from './ticket.ts'

export function serveExchange(
  serve: ServeDirect,
  { exchange, dayOf, isSimulated }: { exchange: Exchange; dayOf: DayOf; isSimulated: boolean },
): void {
  const open = (): Exchange => {
    exchange.checkOpen()
    return exchange
  }
  serve('/currency/quotation_new', () => quote(open(), { dayOf, isSimulated }))
  serve('/transaction/deal', ({ db, request, caller: { memberId } }) =>
    prepareDeal(open(), db, { memberId, request }),
  )
  serve('/transaction/in', ({ request, key, caller }) =>
    placeOrder(exchange, { caller, side: 'buy', request, key }),
  )
  serve('/transaction/out', ({ request, key, caller }) =>
    placeOrder(exchange, { caller, side: 'sell', request, key }),
  )
  serve('/transaction_in', ({ request, caller: { memberId } }) =>
    listOpen(open(), { memberId, request, side: 'buy' }),
  )
  serve('/transaction_out', ({ request, caller: { memberId } }) =>
    listOpen(open(), { memberId, request, side: 'sell' }),
  )
  serve('/transaction_complete', ({ request, caller: { memberId } }) =>
    listEnded(open(), { memberId, request }),
  )
  serve('/transaction_trades', ({ request, caller: { memberId } }) =>
    listTrades(open(), { memberId, request }),
  )
  serve('/transaction_del', ({ request, caller: { memberId } }) =>
    cancelOrder(open(), { memberId, request }),
  )
  serve('/transaction_del_all', ({ request, caller: { memberId } }) =>
    cancelAllOrders(open(), { memberId, request }),
  )
}
