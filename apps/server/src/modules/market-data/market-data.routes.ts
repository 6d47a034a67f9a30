import { listCandles, listTrades } from '@btbc/contract/market-data.ts'
import { Refusal } from '@btbc/contract/refusals.ts'

import type { Serve } from '#http/serve.ts'
import type { Exchange } from '#modules/exchange/index.ts'

import { candles } from './market-data.ts'

const CANDLES_DEFAULT = 300
const TRADES_DEFAULT = 50

export function serveMarketData(serve: Serve, exchange: Exchange): void {
  const check = (marketId: number): void => {
    if (!exchange.findListed(({ id }) => id === marketId)) throw new Refusal('market_not_found')
  }
  serve(listCandles, async ({ tx, request }) => {
    const { currency_id: marketId, interval, from, to, limit = CANDLES_DEFAULT } = request
    check(marketId)
    const list = await candles(tx, {
      marketId,
      interval,
      limit,
      ...(from ? { from } : {}),
      ...(to ? { to } : {}),
    })
    return { list: list.map((each) => ({ ...each, quote_volume: each.quoteVolume })) }
  })
  serve(listTrades, async ({ request }) => {
    const { currency_id: marketId, from_id: fromId, limit = TRADES_DEFAULT } = request
    check(marketId)
    const page = fromId === undefined ? { limit } : { fromId, limit }
    const trades = await exchange.trades(marketId, page)
    return {
      list: trades.map(({ id, price, quantity, takerSide, at }) => ({
        id,
        price,
        number: quantity,
        direction: takerSide === 'buy' ? ('in' as const) : ('out' as const),
        create_time: at,
      })),
    }
  })
}
