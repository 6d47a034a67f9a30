import { formatAmount, mulDiv, parseAmount, UNIT } from '@btbc/money/amount.ts'

import type { Answer } from '#api/call.ts'

export type Order = Answer<'/transaction_in'>['list'][number]

/** The currency an order gives and what of it is still held for the rest. */
export function releasedBy(order: Order): { amount: string; currency: string } {
  const rest = (parseAmount(order.number) ?? 0n) - (parseAmount(order.filled) ?? 0n)
  if (order.direction === 'out') {
    return { amount: formatAmount(rest), currency: order.currency_name }
  }
  const price = parseAmount(order.price) ?? 0n
  return { amount: formatAmount(mulDiv(rest, price, UNIT, 'down')), currency: order.legal_name }
}
