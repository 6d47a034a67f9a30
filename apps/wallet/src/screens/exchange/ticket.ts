import { formatAmount, mulDiv, parseAmount, UNIT } from '@btbc/money/amount.ts'

/** The arithmetic of the order ticket, in units of 10^-8: exact, and never in the member's favour. */

export type Side = 'buy' | 'sell'
export type Mode = 'limit' | 'market'
export type Rules = { tick: bigint; lot: bigint; notionalMin: bigint }
export type Funds = { base: bigint; quote: bigint }

export type Ticket = {
  side: Side
  mode: Mode
  /** Of a limit order, as typed; '' for nothing yet. */
  price: string
  amount: string
}

/** What the market stands at; undefined where nobody offers. */
export type Best = { bid: bigint | undefined; ask: bigint | undefined }

/** The slider's amounts have five decimals at most, whatever the lot (seeds). */
const SLIDER_STEP = UNIT / 100_000n
/** How far from the best price a market order may trade: what a market buy holds until it is filled. */
const COLLAR_BPS = 500n
const ALL_BPS = 10_000n
const PERCENT_MAX = 100

/** The price a ticket is reckoned at: its own, or the best on the other side. */
export function priceOf(ticket: Ticket, best: Best): bigint | undefined {
  if (ticket.mode === 'market') return ticket.side === 'buy' ? best.ask : best.bid
  const typed = parseAmount(ticket.price)
  return typed === undefined || typed === 0n ? undefined : typed
}

/** What an amount costs on average when it eats through the levels, best first; beyond them, as the last one. */
export function averageOf(
  levels: readonly { price: bigint; quantity: bigint }[],
  amount: bigint,
  tick: bigint,
): bigint | undefined {
  const last = levels.at(-1)
  if (last === undefined || amount <= 0n) return undefined
  let rest = amount
  let cost = 0n
  for (const { price, quantity } of levels) {
    const taken = quantity < rest ? quantity : rest
    cost += price * taken
    rest -= taken
  }
  return floorTo((cost + last.price * rest) / amount, tick)
}

export function totalOf(price: bigint, amount: bigint): bigint {
  return mulDiv(price, amount, UNIT, 'down')
}

/** What the order takes out of what is available. */
export function heldFor(ticket: Ticket, amount: bigint, best: Best, tick: bigint): bigint {
  if (ticket.side === 'sell') return amount
  const price = holdPriceOf(ticket, best, tick)
  return price === undefined ? 0n : mulDiv(price, amount, UNIT, 'up')
}

/** The largest amount that can be paid for, to the lot. */
export function largestAmount(ticket: Ticket, funds: Funds, best: Best, rules: Rules): bigint {
  return shareOf(ticket, PERCENT_MAX, { funds, best, rules })
}

type Standing = { funds: Funds; best: Best; rules: Rules }

/** So many percent of what is available, to five decimals and to the lot, never more. */
export function shareOf(ticket: Ticket, percent: number, standing: Standing): bigint {
  const { funds, best, rules } = standing
  const share = (available: bigint) => (available * BigInt(percent)) / BigInt(PERCENT_MAX)
  const step = rules.lot > SLIDER_STEP ? rules.lot : SLIDER_STEP
  if (ticket.side === 'sell') return floorTo(share(funds.base), step)
  const price = holdPriceOf(ticket, best, rules.tick)
  return price === undefined ? 0n : floorTo(mulDiv(share(funds.quote), UNIT, price, 'down'), step)
}

/** How much of what is available the amount takes, for the slider: 0 to 100. */
export function percentOf(amount: bigint, largest: bigint): number {
  if (largest <= 0n || amount <= 0n) return 0
  return Math.min(PERCENT_MAX, Number((amount * BigInt(PERCENT_MAX) + largest / 2n) / largest))
}

export type Outlook = { pays: bigint; fee: bigint; gets: bigint; rate: bigint; immediate: boolean }

/** What is given, what the fee takes of what is received, what is left of it. */
export function outlookOf(
  order: { side: Side; price: bigint; amount: bigint; mode: Mode },
  fees: { maker: bigint; taker: bigint },
  best: Best,
): Outlook {
  const { side, price, amount } = order
  const immediate = order.mode === 'market' || crosses(side, price, best)
  const rate = immediate && fees.taker > fees.maker ? fees.taker : fees.maker
  const total = totalOf(price, amount)
  const [pays, receives] = side === 'buy' ? [total, amount] : [amount, total]
  const fee = mulDiv(receives, rate, UNIT, 'up')
  return { pays, fee, gets: receives - fee, rate, immediate }
}

/** What keeps the ticket from being reviewed; the first that applies. */
export type Fault =
  | 'noPrice'
  | 'offTick'
  | 'noAmount'
  | 'offLot'
  | 'noOffers'
  | 'tooSmall'
  | 'notEnough'

export function faultOf(ticket: Ticket, { funds, best, rules }: Standing): Fault | undefined {
  const price = priceOf(ticket, best)
  if (price === undefined) return ticket.mode === 'market' ? 'noOffers' : 'noPrice'
  if (ticket.mode === 'limit' && price % rules.tick !== 0n) return 'offTick'
  const amount = parseAmount(ticket.amount) ?? 0n
  if (amount === 0n) return 'noAmount'
  if (amount % rules.lot !== 0n) return 'offLot'
  if (totalOf(price, amount) < rules.notionalMin) return 'tooSmall'
  const available = ticket.side === 'buy' ? funds.quote : funds.base
  return heldFor(ticket, amount, best, rules.tick) > available ? 'notEnough' : undefined
}

/** Halfway between the best prices, down to the tick. */
export function middleOf(best: Best, tick: bigint): bigint | undefined {
  if (best.bid === undefined || best.ask === undefined) return undefined
  return floorTo((best.bid + best.ask) / 2n, tick)
}

/** '64210.5', as a field holds it: no zeros behind. */
export function plainAmount(units: bigint): string {
  return formatAmount(units).replace(/\.?0+$/, '')
}

/** Decimals of a step: 2 for 0.01. */
export function decimalsOf(step: bigint): number {
  return plainAmount(step).split('.')[1]?.length ?? 0
}

function holdPriceOf(ticket: Ticket, best: Best, tick: bigint): bigint | undefined {
  const price = priceOf(ticket, best)
  if (price === undefined || ticket.mode === 'limit') return price
  return floorTo((price * (ALL_BPS + COLLAR_BPS)) / ALL_BPS, tick)
}

function crosses(side: Side, price: bigint, { bid, ask }: Best): boolean {
  return side === 'buy' ? ask !== undefined && price >= ask : bid !== undefined && price <= bid
}

function floorTo(units: bigint, step: bigint): bigint {
  return units - (units % step)
}
