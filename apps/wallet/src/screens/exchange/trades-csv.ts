import type { listOwnTrades } from '@btbc/contract/exchange.ts'

import type { Answer } from '#api/call.ts'
import { toCsv } from '@btbc/contract/csv.ts'

export type OwnTrade = Answer<typeof listOwnTrades>['list'][number]

const columns = [
  'id',
  'order_id',
  'create_time',
  'market',
  'side',
  'role',
  'price',
  'quantity',
  'value',
  'fee',
  'fee_currency',
] as const

/** Column names and words as the calls have them, in every language: files are read by programs too. */
export function tradesCsv(trades: readonly OwnTrade[]): string {
  return toCsv([
    columns,
    ...trades.map((trade) => [
      String(trade.id),
      String(trade.order_id),
      trade.create_time,
      `${trade.currency_name}/${trade.legal_name}`,
      trade.direction === 'in' ? 'buy' : 'sell',
      trade.role,
      trade.price,
      trade.number,
      trade.value,
      trade.fee,
      trade.fee_currency,
    ]),
  ])
}
