import { BPS, UNIT } from '@btbc/money/amount.ts'

import type { Market, Side } from '#modules/exchange/index.ts'

/** What the house offers around a price, as far as its inventory allows. */

const LEVELS = 10
/** Half the spread, and the distance of one level from the next. */
const STEP_BPS = 5n
/** Of the first level, in USDT; the second is worth twice as much, and so on. */
const LEVEL_WORTH = 1_000n * UNIT
/** Below a tenth of its first inventory the house sells no more; above 19 tenths it buys no more. */
const TENTHS_MIN = 1n
const TENTHS_MAX = 19n
/** Of its USDT, what one market may take: four markets and a reserve. */
const SHARE_OF_QUOTE = 5n

export type Inventory = {
  /** Available and held, of the base currency of the market and of USDT. */
  base: bigint
  quote: bigint
  /** What the house began with. */
  baseAtFirst: bigint
  quoteAtFirst: bigint
}

export type Quote = { side: Side; price: bigint; quantity: bigint }

/** Both sides, best first; a side whose inventory is used up is empty. */
export function quotesAround(market: Market, mid: bigint, inventory: Inventory): Quote[] {
  const { base, quote, baseAtFirst, quoteAtFirst } = inventory
  const least = (baseAtFirst * TENTHS_MIN) / 10n
  const most = (baseAtFirst * TENTHS_MAX) / 10n
  const room = most - baseAtFirst
  let toSell = base - least
  let toSpend = quote * 10n < quoteAtFirst * TENTHS_MIN ? 0n : quote / SHARE_OF_QUOTE
  let toBuy = most - base
  const quotes: Quote[] = []
  for (let level = 1n; level <= BigInt(LEVELS); level += 1n) {
    const worth = LEVEL_WORTH * level
    const wanted = (worth * UNIT) / mid
    const ask = roundUp((mid * (BPS + STEP_BPS * level)) / BPS, market.tick)
    const bid = roundDown((mid * (BPS - STEP_BPS * level)) / BPS, market.tick)
    const sold = roundDown(lesser(scale(wanted, base - least, room), toSell), market.lot)
    if (isEnough(market, ask, sold)) {
      quotes.push({ side: 'sell', price: ask, quantity: sold })
      toSell -= sold
    }
    const affordable = bid > 0n ? (toSpend * UNIT) / bid : 0n
    const bought = roundDown(
      lesser(lesser(scale(wanted, most - base, room), toBuy), affordable),
      market.lot,
    )
    if (isEnough(market, bid, bought)) {
      quotes.push({ side: 'buy', price: bid, quantity: bought })
      toSpend -= (bid * bought) / UNIT + 1n
      toBuy -= bought
    }
  }
  return quotes
}

/** The nearer the inventory comes to its limit, the less is offered. */
function scale(wanted: bigint, left: bigint, room: bigint): bigint {
  if (left <= 0n || room <= 0n) return 0n
  return left >= room ? wanted : (wanted * left) / room
}

function isEnough(market: Market, price: bigint, quantity: bigint): boolean {
  return price > 0n && quantity > 0n && price * quantity >= market.notionalMin * UNIT
}

function lesser(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function roundDown(value: bigint, step: bigint): bigint {
  return value <= 0n ? 0n : value - (value % step)
}

function roundUp(value: bigint, step: bigint): bigint {
  return roundDown(value + step - 1n, step)
}
