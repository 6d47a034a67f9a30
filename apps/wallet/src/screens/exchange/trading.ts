import { parseAmount } from '@btbc/money/amount.ts'
import { useCallback, useState } from 'react'

import type { Answer } from '#api/call.ts'
import { useCall } from '#api/query.ts'
import { bestLevels, type Book } from '#live/book.ts'
import { useLine } from '#live/live.ts'
import { useBook } from '#screens/exchange/live-market.ts'
import { LEGAL_USDT, type Market, rulesOf } from '#screens/exchange/markets.ts'
import {
  type Best,
  type Funds,
  largestAmount,
  type Rules,
  type Ticket,
  plainAmount,
} from '#screens/exchange/ticket.ts'

type Deal = Answer<'/transaction/deal'>

/** The ticket with everything it is judged by. */
export type Trading = {
  market: Market
  rules: Rules
  ticket: Ticket
  change: (part: Partial<Ticket>) => void
  /** Undefined until the first answer. */
  deal: Deal | undefined
  funds: Funds | undefined
  best: Best
  book: Book | undefined
  standing: { funds: Funds; best: Best; rules: Rules }
  largest: bigint
  /** When the line was lost; undefined while prices move. */
  lostAt: number | undefined
}

const nothing: Funds = { base: 0n, quote: 0n }

export function useTrading(market: Market): Trading {
  const [ticket, setTicket] = useState<Ticket>(() => ({
    side: 'buy',
    mode: 'limit',
    price: firstPrice(market),
    amount: '',
  }))
  const change = useCallback(
    (part: Partial<Ticket>) => setTicket((known) => ({ ...known, ...part })),
    [],
  )
  const deal = useCall('/transaction/deal', {
    legal_id: LEGAL_USDT,
    currency_id: market.currency_id,
  }).data
  const book = useBook(market.currency_id)
  const line = useLine()
  const rules = rulesOf(market)
  const funds = deal && {
    base: parseAmount(deal.user_currency) ?? 0n,
    quote: parseAmount(deal.user_legal) ?? 0n,
  }
  const best = bestOf(book, deal)
  const standing = { funds: funds ?? nothing, best, rules }
  return {
    market,
    rules,
    ticket,
    change,
    deal,
    funds,
    best,
    book,
    standing,
    largest: largestAmount(ticket, standing.funds, best, rules),
    lostAt: line.state === 'lost' ? line.since : undefined,
  }
}

function firstPrice({ now_price }: Market): string {
  const units = parseAmount(now_price) ?? 0n
  return units === 0n ? '' : plainAmount(units)
}

/** The book moves; the ticket's own answer stands in until it is there. */
function bestOf(book: Book | undefined, deal: Deal | undefined): Best {
  if (book)
    return {
      bid: bestLevels(book, 'bids', 1)[0]?.units,
      ask: bestLevels(book, 'asks', 1)[0]?.units,
    }
  return {
    bid: deal?.best_bid ? parseAmount(deal.best_bid) : undefined,
    ask: deal?.best_ask ? parseAmount(deal.best_ask) : undefined,
  }
}
