import type { listOpenBuys } from '@btbc/contract/exchange.ts'

import type { Answer } from '#api/call.ts'

export type Order = Answer<typeof listOpenBuys>['list'][number]

/** What is still held for the rest of an order, in the currency that it gives. */
export function releasedBy(order: Order): { amount: string; currency: string } {
  const currency = order.direction === 'in' ? order.legal_name : order.currency_name
  return { amount: order.held, currency }
}
