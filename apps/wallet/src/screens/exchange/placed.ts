import type { placeBuy } from '@btbc/contract/exchange.ts'
import { parseAmount } from '@btbc/money/amount.ts'

import type { Answer } from '#api/call.ts'
import { useText } from '#i18n/text.ts'
import type { Market } from '#markets/markets.ts'
import { usePrice, useSum } from '#screens/exchange/shown.ts'
import { isSpending, type Ticket } from '#screens/exchange/ticket.ts'

type Placed = Answer<typeof placeBuy>

/** What the server did with an order, in a sentence. */
export function useSayPlaced(): (placed: Placed, ticket: Ticket, market: Market) => string {
  const t = useText()
  const sum = useSum()
  const price = usePrice()
  return (placed, ticket, { currency_id: currencyId, currency_name: code }) => {
    const filled = parseAmount(placed.filled) ?? 0n
    const wanted = parseAmount(ticket.amount) ?? 0n
    const facts = {
      filled: sum(placed.filled, code),
      amount: sum(ticket.amount, code),
      price: price(placed.avg_price, currencyId),
    }
    if (placed.status === 'waiting') return t('exchange.stopWaits')
    if (filled > 0n && (isSpending(ticket) || filled >= wanted)) {
      return t(ticket.side === 'buy' ? 'exchange.bought' : 'exchange.sold', facts)
    }
    if (isResting(placed)) return t(filled > 0n ? 'exchange.partly' : 'exchange.placed', facts)
    return t(filled > 0n ? 'exchange.partlyRest' : 'exchange.notFilled', facts)
  }
}

/** Whether more is to come of it. */
export function isResting({ status }: Placed): boolean {
  return status === 'open' || status === 'partial' || status === 'waiting'
}
