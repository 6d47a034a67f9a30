import { readOrderForm } from '@btbc/contract/exchange.ts'
import { parseAmount, plainAmount } from '@btbc/money/amount.ts'
import { notify } from '@btbc/ui/notice.ts'
import { useCallback, useEffect, useState } from 'react'

import type { Answer } from '#api/call.ts'
import { useCall, useErrorText } from '#api/query.ts'
import { bestLevels, type Book } from '#live/book.ts'
import { useLine } from '#live/live.ts'
import { useBook } from '#markets/live-market.ts'
import { LEGAL_USDT, type Market, rulesOf } from '#markets/markets.ts'
import { type Outlook, outlookOf, type Shown } from '#screens/exchange/outlook.ts'
import { type Rules } from '#markets/rules.ts'
import {
  type Best,
  firstPrice,
  type Funds,
  hasLimit,
  largestAmount,
  type Side,
  type Standing,
  type Ticket,
} from '#screens/exchange/ticket.ts'

type Deal = Answer<typeof readOrderForm>

/** The ticket with everything it is judged by. */
export type Trading = {
  market: Market
  rules: Rules
  ticket: Ticket
  change: (part: Partial<Ticket>) => void
  /** Undefined until the first answer. */
  deal: Deal | undefined
  /** Why there is no answer, and how to ask again. */
  dealFailed: { text: string; again: () => void; busy: boolean } | undefined
  funds: Funds | undefined
  best: Best
  book: Book | undefined
  standing: Standing
  /** What the ticket comes to in the book on screen; undefined while there is nothing to reckon. */
  outlook: Outlook | undefined
  largest: bigint
  /** When the line was lost; undefined while prices move. */
  lostAt: number | undefined
}

const nothing: Funds = { base: 0n, quote: 0n }
/** So many levels a side the book has at most. */
const BOOK_LEVELS = 20

/** As it is kept: the price is the book's until it is typed, or an amount was reckoned with it. */
type Kept = Omit<Ticket, 'price'> & { price: string | undefined; isTyped: boolean }

const emptyTicket: Kept = {
  side: 'buy',
  mode: 'limit',
  price: undefined,
  isTyped: false,
  stop: '',
  terms: 'gtc',
  amount: '',
  unit: 'money',
}

export function useTrading(market: Market, firstSide: Side): Trading {
  const [kept, setKept] = useState<Kept>({ ...emptyTicket, side: firstSide })
  const dealt = useDeal(market)
  const { deal } = dealt
  const book = useBook(market.currency_id)
  const line = useLine()
  const rules = rulesOf(market)
  const funds = deal && {
    base: parseAmount(deal.user_currency) ?? 0n,
    quote: parseAmount(deal.user_legal) ?? 0n,
  }
  const best = bestOf(book, deal)
  const last = lastOf(market)
  const offered = plainPrice(firstPrice(kept.side, best) ?? parseAmount(market.now_price))
  // An amount was reckoned with this price: from then on it stands still.
  if (kept.price === undefined && kept.amount !== '' && offered !== '' && hasLimit(kept)) {
    setKept({ ...kept, price: offered })
  }
  const ticket = { ...kept, price: kept.price ?? offered }
  const change = useCallback(
    (part: Partial<Ticket>) => setKept((known) => changed(known, part)),
    [],
  )
  const standing: Standing = { funds: funds ?? nothing, best, rules, last }
  const fees = {
    maker: parseAmount(deal?.maker_fee ?? '') ?? 0n,
    taker: parseAmount(deal?.taker_fee ?? '') ?? 0n,
  }
  return {
    ...dealt,
    market,
    rules,
    ticket,
    change,
    funds,
    best,
    book,
    standing,
    outlook: outlookOf(ticket, { standing, shown: shownOf(book, ticket.side), fees }),
    largest: largestAmount(ticket, standing),
    lostAt: line.state === 'lost' ? line.since : undefined,
  }
}

/** Balances and fees. That they cannot be had is told once, and stays to be read beside the ticket. */
function useDeal(market: Market): Pick<Trading, 'deal' | 'dealFailed'> {
  const errorText = useErrorText()
  const { data, error, refetch, isFetching } = useCall(readOrderForm, {
    legal_id: LEGAL_USDT,
    currency_id: market.currency_id,
  })
  const text = error ? errorText(error) : undefined
  useEffect(() => {
    if (text !== undefined) notify(text)
  }, [text])
  return {
    deal: data,
    dealFailed:
      text === undefined ? undefined : { text, again: () => void refetch(), busy: isFetching },
  }
}

/** With another side the book's price is another; what goes with one kind of order only, goes. */
function changed(known: Kept, part: Partial<Ticket>): Kept {
  const next: Kept = { ...known, ...part }
  if (part.price !== undefined) next.isTyped = true
  else if (!known.isTyped && (part.side !== undefined || part.amount === '')) next.price = undefined
  if (next.mode === 'stop_limit' && next.terms === 'post_only') next.terms = 'gtc'
  // '50' of coins is not '50' of money.
  const counts = ({ side, mode, unit }: Kept) =>
    side === 'buy' && mode === 'market' ? unit : 'coins'
  if (part.amount === undefined && counts(next) !== counts(known)) next.amount = ''
  return next
}

function lastOf({ now_price, traded_at }: Market): bigint | undefined {
  return traded_at === null ? undefined : parseAmount(now_price)
}

function plainPrice(units: bigint | undefined): string {
  return units === undefined || units === 0n ? '' : plainAmount(units)
}

function shownOf(book: Book | undefined, side: Side): Shown {
  const levels = book ? bestLevels(book, side === 'buy' ? 'asks' : 'bids', BOOK_LEVELS) : []
  return {
    levels: levels.map(({ units, quantity }) => ({
      price: units,
      quantity: parseAmount(quantity) ?? 0n,
    })),
    isCut: levels.length === BOOK_LEVELS,
  }
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
