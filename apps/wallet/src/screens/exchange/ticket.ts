import type { TimeInForce } from '@btbc/contract/exchange-rows.ts'
import { COLLAR_BPS, collarOf } from '@btbc/contract/price-collar.ts'
import { BPS, mulDiv, parseAmount, UNIT } from '@btbc/money/amount.ts'

import type { Rules } from '#markets/rules.ts'

/** The arithmetic of the order ticket, in units of 10^-8: exact, and never in the member's favour. */

export type Side = 'buy' | 'sell'
export type Mode = 'limit' | 'market' | 'stop_limit' | 'stop_market'
export type Funds = { base: bigint; quote: bigint }

export type Ticket = {
  side: Side
  mode: Mode
  /** Of what has a limit; '' for nothing yet. */
  price: string
  /** At which a stop starts. */
  stop: string
  /** Of what has a limit. */
  terms: TimeInForce
  amount: string
  /** What the amount counts: coins, or in a market buy the money to spend. */
  unit: 'coins' | 'money'
}

/** What the market stands at; undefined where nobody offers. */
export type Best = { bid: bigint | undefined; ask: bigint | undefined }
/** By what a ticket is judged; `last` is what was traded last, if anything was. */
export type Standing = { funds: Funds; best: Best; rules: Rules; last?: bigint | undefined }

/** The slider's amounts have five decimals at most, whatever the lot (seeds). */
const SLIDER_STEP = UNIT / 100_000n
/** Money to spend is counted as it is shown. */
const MONEY_STEP = UNIT / 100n
const PERCENT_MAX = 100

export function hasLimit({ mode }: Pick<Ticket, 'mode'>): boolean {
  return mode === 'limit' || mode === 'stop_limit'
}

export function isStop({ mode }: Pick<Ticket, 'mode'>): boolean {
  return mode === 'stop_limit' || mode === 'stop_market'
}

/** Whether the amount is the money to spend. */
export function isSpending({ side, mode, unit }: Ticket): boolean {
  return side === 'buy' && mode === 'market' && unit === 'money'
}

/** The price a ticket is reckoned at: its own, or the best on the other side. */
export function priceOf(ticket: Ticket, best: Best): bigint | undefined {
  if (ticket.mode === 'market') return ticket.side === 'buy' ? best.ask : best.bid
  return typedPrice(ticket.mode === 'stop_market' ? ticket.stop : ticket.price)
}

export function totalOf(price: bigint, amount: bigint): bigint {
  return mulDiv(price, amount, UNIT, 'down')
}

/** What the order takes out of what is available. */
export function heldFor(ticket: Ticket, amount: bigint, best: Best, tick: bigint): bigint {
  if (ticket.side === 'sell' || isSpending(ticket)) return amount
  const price = holdPriceOf(ticket, best, tick)
  return price === undefined ? 0n : mulDiv(price, amount, UNIT, 'up')
}

/** The largest amount that can be paid for, to the step it is counted in. */
export function largestAmount(ticket: Ticket, { funds, best, rules }: Standing): bigint {
  if (ticket.side === 'sell') return floorTo(funds.base, stepOf(rules))
  if (isSpending(ticket)) return floorTo(funds.quote, MONEY_STEP)
  const price = holdPriceOf(ticket, best, rules.tick)
  return price === undefined ? 0n : floorTo(mulDiv(funds.quote, UNIT, price, 'down'), stepOf(rules))
}

/**
 * So many percent of what is available, never more than can be paid for. A market buy of coins holds
 * more than it costs: a share is of what it costs.
 */
export function shareOf(ticket: Ticket, percent: number, standing: Standing): bigint {
  const { funds, best, rules } = standing
  const share = (available: bigint) => (available * BigInt(percent)) / BigInt(PERCENT_MAX)
  if (ticket.side === 'sell') return floorTo(share(funds.base), stepOf(rules))
  if (isSpending(ticket)) return floorTo(share(funds.quote), MONEY_STEP)
  const price =
    ticket.mode === 'market' ? priceOf(ticket, best) : holdPriceOf(ticket, best, rules.tick)
  if (price === undefined) return 0n
  const wanted = floorTo(mulDiv(share(funds.quote), UNIT, price, 'down'), stepOf(rules))
  const largest = largestAmount(ticket, standing)
  return wanted < largest ? wanted : largest
}

/** How much of what is available the amount takes, for the slider: 0 to 100. */
export function percentOf(amount: bigint, largest: bigint): number {
  if (largest <= 0n || amount <= 0n) return 0
  const percent = (amount * BigInt(PERCENT_MAX) + largest / 2n) / largest
  return Math.min(PERCENT_MAX, Number(percent))
}

/** What keeps the ticket from being reviewed; the first that applies. */
export type Fault =
  | 'noPrice'
  | 'offTick'
  | 'noStop'
  | 'stopReached'
  | 'wouldTrade'
  | 'noAmount'
  | 'offLot'
  | 'noOffers'
  | 'tooSmall'
  | 'notEnough'

export function faultOf(ticket: Ticket, standing: Standing): Fault | undefined {
  const { funds, best, rules } = standing
  const price = priceOf(ticket, best)
  const wrong = priceFault(ticket, standing)
  if (wrong !== undefined || price === undefined) return wrong ?? 'noPrice'
  const amount = parseAmount(ticket.amount) ?? 0n
  if (amount === 0n) return 'noAmount'
  if (!isSpending(ticket) && amount % rules.lot !== 0n) return 'offLot'
  const worth = isSpending(ticket) ? amount : totalOf(price, amount)
  if (worth < rules.notionalMin) return 'tooSmall'
  const available = ticket.side === 'buy' ? funds.quote : funds.base
  return heldFor(ticket, amount, best, rules.tick) > available ? 'notEnough' : undefined
}

function priceFault(ticket: Ticket, { best, rules, last }: Standing): Fault | undefined {
  const { side, mode } = ticket
  if (isStop(ticket)) {
    const stop = typedPrice(ticket.stop)
    if (stop === undefined) return 'noStop'
    if (stop % rules.tick !== 0n) return 'offTick'
    // Where nothing was traded yet, the first trade at what is offered would start it.
    const now = last ?? (side === 'buy' ? best.ask : best.bid)
    if (now !== undefined && (side === 'buy' ? stop <= now : stop >= now)) return 'stopReached'
  }
  const price = priceOf(ticket, best)
  if (price === undefined) return mode === 'market' ? 'noOffers' : 'noPrice'
  if (hasLimit(ticket) && price % rules.tick !== 0n) return 'offTick'
  const isPostOnly = mode === 'limit' && ticket.terms === 'post_only'
  return isPostOnly && crosses(side, price, best) ? 'wouldTrade' : undefined
}

/** Halfway between the best prices, down to the tick. */
export function middleOf(best: Best, tick: bigint): bigint | undefined {
  if (best.bid === undefined || best.ask === undefined) return undefined
  return floorTo((best.bid + best.ask) / 2n, tick)
}

/** Where the price of a limit begins: what it would trade at, else what others on its side offer. */
export function firstPrice(side: Side, { bid, ask }: Best): bigint | undefined {
  return side === 'buy' ? (ask ?? bid) : (bid ?? ask)
}

export type Distance = { percent: bigint; isAbove: boolean; isLoss: boolean; market: bigint }

/** What a market order would not be allowed. */
const LOSS_BPS = BigInt(COLLAR_BPS)
/** What waits further away than this is more likely a slip of the finger. */
const REST_BPS = 2_000n

/** A limit that is far from the market: to the member's loss, or so far that it may never trade. */
export function distanceOf(ticket: Ticket, { best, last }: Standing): Distance | undefined {
  const price = hasLimit(ticket) ? typedPrice(ticket.price) : undefined
  const market = isStop(ticket) ? typedPrice(ticket.stop) : (firstPrice(ticket.side, best) ?? last)
  if (price === undefined || market === undefined) return undefined
  const isAbove = price > market
  const away = isAbove ? price - market : market - price
  const isLoss = isAbove === (ticket.side === 'buy')
  if (away * BPS <= market * (isLoss ? LOSS_BPS : REST_BPS)) return undefined
  return { percent: (away * BigInt(PERCENT_MAX)) / market, isAbove, isLoss, market }
}

export function crosses(side: Side, price: bigint, { bid, ask }: Best): boolean {
  return side === 'buy' ? ask !== undefined && price >= ask : bid !== undefined && price <= bid
}

/** The worst price at which an order without a limit may trade. */
export function worstOf(side: Side, from: bigint, tick: bigint): bigint {
  return collarOf(side, from / tick) * tick
}

function holdPriceOf(ticket: Ticket, best: Best, tick: bigint): bigint | undefined {
  const price = priceOf(ticket, best)
  if (price === undefined || hasLimit(ticket)) return price
  return worstOf('buy', price, tick)
}

function typedPrice(text: string): bigint | undefined {
  const typed = parseAmount(text)
  return typed === undefined || typed === 0n ? undefined : typed
}

function stepOf({ lot }: Rules): bigint {
  return lot > SLIDER_STEP ? lot : SLIDER_STEP
}

function floorTo(units: bigint, step: bigint): bigint {
  return units - (units % step)
}
