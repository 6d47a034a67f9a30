import { mulDiv, parseAmount, UNIT } from '@btbc/money/amount.ts'

import {
  crosses,
  hasLimit,
  heldFor,
  isSpending,
  isStop,
  priceOf,
  type Standing,
  type Ticket,
  totalOf,
  worstOf,
} from '#screens/exchange/ticket.ts'

/** What an order really comes to: matched against the book as it is shown. */

export type Level = { price: bigint; quantity: bigint }

export type Shown = {
  /** Of the other side, best first. */
  levels: readonly Level[]
  /** Whether there may be more levels than these. */
  isCut: boolean
}

export type Outlook = {
  /** Coins that trade at once, and what they come to. */
  now: { amount: bigint; quote: bigint }
  /** USDT for a coin, on average, of what trades at once. */
  average: bigint | undefined
  /** Coins that nobody takes at once. */
  rest: bigint
  restEnds: 'waits' | 'cancelled'
  /** USDT for all that trades and all that waits. */
  total: bigint
  /** Taken out of what is available until the order is filled. */
  held: bigint
  pays: bigint
  fee: bigint
  gets: bigint
  /** The highest rate that is part of the fee. */
  rate: bigint
  /** Whether the book has a say: what it comes to may then still move. */
  isAbout: boolean
}

type Fees = { maker: bigint; taker: bigint }

export function outlookOf(
  ticket: Ticket,
  { standing, shown, fees }: { standing: Standing; shown: Shown; fees: Fees },
): Outlook | undefined {
  const { best, rules } = standing
  const amount = parseAmount(ticket.amount) ?? 0n
  const price = priceOf(ticket, best)
  if (price === undefined || amount === 0n) return undefined
  const held = heldFor(ticket, amount, best, rules.tick)
  if (isStop(ticket)) return laterOf(ticket, { amount, price, held, fees })
  const isPriced = hasLimit(ticket)
  const limit = isPriced ? price : worstOf(ticket.side, price, rules.tick)
  const meets = !isPriced || crosses(ticket.side, price, best)
  const wanted = isSpending(ticket) ? { budget: amount, lot: rules.lot } : { amount }
  const now = meets ? matchOf(ticket, { shown, limit, ...wanted }) : { amount: 0n, quote: 0n }
  const rest = isSpending(ticket) ? 0n : amount - now.amount
  const waits = isPriced && (ticket.terms === 'gtc' || ticket.terms === 'post_only')
  const waiting = waits ? rest : 0n
  const waitingQuote = totalOf(price, waiting)
  const isBuy = ticket.side === 'buy'
  const fee =
    mulDiv(isBuy ? now.amount : now.quote, fees.taker, UNIT, 'up') +
    mulDiv(isBuy ? waiting : waitingQuote, fees.maker, UNIT, 'up')
  const total = now.quote + waitingQuote
  const coins = now.amount + waiting
  return {
    now,
    average: now.amount === 0n ? undefined : (now.quote * UNIT) / now.amount,
    rest,
    restEnds: waits ? 'waits' : 'cancelled',
    total,
    held,
    pays: isBuy ? total : coins,
    fee,
    gets: (isBuy ? coins : total) - fee,
    rate: now.amount > 0n && (rest === 0n || fees.taker > fees.maker) ? fees.taker : fees.maker,
    isAbout: meets,
  }
}

type Later = { amount: bigint; price: bigint; held: bigint; fees: Fees }

/** A stop meets a book that nobody knows yet: reckoned at its own price, and the dearer fee. */
function laterOf(ticket: Ticket, { amount, price, held, fees }: Later): Outlook {
  const isBuy = ticket.side === 'buy'
  const total = totalOf(price, amount)
  const rate = fees.taker > fees.maker ? fees.taker : fees.maker
  const fee = mulDiv(isBuy ? amount : total, rate, UNIT, 'up')
  return {
    now: { amount: 0n, quote: 0n },
    average: undefined,
    rest: amount,
    restEnds: 'waits',
    total,
    held,
    pays: isBuy ? total : amount,
    fee,
    gets: (isBuy ? amount : total) - fee,
    rate,
    isAbout: true,
  }
}

type Wanted = { shown: Shown; limit: bigint; amount?: bigint; budget?: bigint; lot?: bigint }

/** Eats through the levels up to the limit; below what is shown it goes on at the last price. */
function matchOf({ side }: Ticket, wanted: Wanted): { amount: bigint; quote: bigint } {
  const { shown, limit, budget, lot = 1n } = wanted
  const within = shown.levels.filter(({ price }) =>
    side === 'buy' ? price <= limit : price >= limit,
  )
  let left = wanted.amount ?? 0n
  let money = budget ?? 0n
  let cost = 0n
  let amount = 0n
  const take = (price: bigint, offered: bigint | undefined) => {
    const most = budget === undefined ? left : lotsFor(money, price, lot)
    const taken = offered !== undefined && offered < most ? offered : most
    amount += taken
    left -= taken
    cost += price * taken
    money -= mulDiv(price, taken, UNIT, 'up')
  }
  for (const { price, quantity } of within) take(price, quantity)
  const last = within.at(-1)
  if (last && shown.isCut && within.length === shown.levels.length) take(last.price, undefined)
  // What is paid is rounded up, what is received down.
  const quote = side === 'buy' ? (cost + UNIT - 1n) / UNIT : cost / UNIT
  return { amount, quote }
}

function lotsFor(money: bigint, price: bigint, lot: bigint): bigint {
  const coins = mulDiv(money, UNIT, price, 'down')
  return coins - (coins % lot)
}
