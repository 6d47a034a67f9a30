import type { ServeDirect } from '#http/serve.ts'

import type { Exchange } from './exchange.ts'
import {
  cancelOrder,
  type DayOf,
  listEnded,
  listOpen,
  listTrades,
  placeOrder,
  prepareDeal,
  quote,
} from './ticket.ts'

export function serveExchange(
  serve: ServeDirect,
  { exchange, dayOf, isSimulated }: { exchange: Exchange; dayOf: DayOf; isSimulated: boolean },
): void {
  serve('/currency/quotation_new', () => quote(exchange, { dayOf, isSimulated }))
  serve('/transaction/deal', ({ db, request, caller: { memberId } }) =>
    prepareDeal(exchange, db, { memberId, request }),
  )
  serve('/transaction/in', ({ request, key, caller }) =>
    placeOrder(exchange, { caller, side: 'buy', request, key }),
  )
  serve('/transaction/out', ({ request, key, caller }) =>
    placeOrder(exchange, { caller, side: 'sell', request, key }),
  )
  serve('/transaction_in', ({ request, caller: { memberId } }) =>
    listOpen(exchange, { memberId, request, side: 'buy' }),
  )
  serve('/transaction_out', ({ request, caller: { memberId } }) =>
    listOpen(exchange, { memberId, request, side: 'sell' }),
  )
  serve('/transaction_complete', ({ request, caller: { memberId } }) =>
    listEnded(exchange, { memberId, request }),
  )
  serve('/transaction_trades', ({ request, caller: { memberId } }) =>
    listTrades(exchange, { memberId, request }),
  )
  serve('/transaction_del', ({ request, caller: { memberId } }) =>
    cancelOrder(exchange, { memberId, request }),
  )
}
