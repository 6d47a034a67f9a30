import { toCsv } from '@btbc/contract/csv.ts'

const columns = [
  'id',
  'client_id',
  'create_time',
  'market',
  'side',
  'type',
  'price',
  'stop_price',
  'quantity',
  'filled',
  'avg_price',
  'fee',
  'fee_currency',
  'status',
] as const

type Order = {
  id: number
  client_id?: string | undefined
  create_time: string
  currency_name: string
  legal_name: string
  direction: 'in' | 'out'
  type: string
  price: string
  stop_price: string | null
  number: string
  filled: string
  avg_price: string
  fee: string
  fee_currency: string
  status: string
}

/** Column names and words as the calls have them, in every language: files are read by programs too. */
export function ordersCsv(orders: readonly Order[]): string {
  return toCsv([
    columns,
    ...orders.map((order) => [
      String(order.id),
      order.client_id ?? '',
      order.create_time,
      `${order.currency_name}/${order.legal_name}`,
      order.direction === 'in' ? 'buy' : 'sell',
      order.type,
      order.price,
      order.stop_price ?? '',
      order.number,
      order.filled,
      order.avg_price,
      order.fee,
      order.fee_currency,
      order.status,
    ]),
  ])
}
