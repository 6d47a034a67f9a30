import {
  cancelAllOrders as cancelAllOrdersCall,
  cancelOrder as cancelOrderCall,
  listEndedOrders,
  listMarkets as listMarketsCall,
  listOpenBuys,
  listOpenSells,
  listOwnTrades,
  placeBuy,
  placeSell,
  readOrderForm as readOrderFormCall,
} from '@btbc/contract/exchange.ts'

import type { FollowedPrices } from '#modules/wallet/index.ts'
import type { Serve, ServeDirect } from '#http/serve.ts'
import { startWaitingLine } from '#platform/waiting-line.ts'

import type { Exchange } from './exchange.ts'
import {
  type DayOf,
  listEnded,
  listMarkets,
  listOpen,
  listTrades,
  readOrderForm,
} from './exchange.read.ts'
import { rememberKeys } from './keys.ts'
import { cancelAllOrders, cancelOrder, placeOrder } from './placing.ts'

/** They hold a transaction for as long as the markets take: few at once, so that most are left for others. */
const CANCELLING_ALL = { atOnce: 4, waiting: 1000, waitMs: 5000 }

export function serveExchange(
  serve: ServeDirect,
  parts: { exchange: Exchange; prices: FollowedPrices; dayOf: DayOf; isSimulated: boolean },
): void {
  const { exchange, ...figures } = parts
  const open = () => opened(exchange)
  const keys = rememberKeys()
  serve(listMarketsCall, () => listMarkets(open(), figures))
  serve(readOrderFormCall, ({ db, request, caller: { memberId }, now }) =>
    readOrderForm(open(), db, { memberId, request, prices: figures.prices, now }),
  )
  const place = (order: Parameters<typeof placeOrder>[1]) => {
    const { request, key, caller } = order
    const asked = { memberId: caller.memberId, key, means: `order ${request.client_id ?? ''}` }
    return keys(asked, () => placeOrder(exchange, order))
  }
  serve(placeBuy, ({ request, key, caller }) => place({ caller, side: 'buy', request, key }))
  serve(placeSell, ({ request, key, caller }) => place({ caller, side: 'sell', request, key }))
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
  serve(cancelOrderCall, ({ request, key, caller: { memberId } }) =>
    keys({ memberId, key, means: `cancel ${request.id}` }, () =>
      cancelOrder(open(), { memberId, request }),
    ),
  )
}

/** Asked again it would cancel what was placed since: its answer is kept under its key. */
export function serveCancelAll(serve: Serve, exchange: Exchange): void {
  serve(
    cancelAllOrdersCall,
    async () => undefined,
    ({ request, caller: { memberId } }) => cancelAllOrders(opened(exchange), { memberId, request }),
    startWaitingLine(CANCELLING_ALL),
  )
}

function opened(exchange: Exchange): Exchange {
  exchange.checkOpen()
  return exchange
}
