/** What differs from market to market. */

import { PRICE_RANGE_MAX } from '#price-ladder.ts'

export type BookOptions = {
  /** The highest price, in ticks. */
  priceMax: number
  /** The largest quantity of one order, in lots. */
  quantityMax: number
  /** How many orders may rest or wait, in all and of one owner. */
  ordersMax: number
  ordersPerOwnerMax: number
  /** How far from the best price a market order may trade, in hundredths of a percent. */
  collarBps: number
}

const DEFAULTS: BookOptions = {
  priceMax: 2 ** 27,
  quantityMax: 4_000_000_000,
  ordersMax: 2_000_000,
  ordersPerOwnerMax: 200,
  collarBps: 500,
}

export function withDefaults(options: Partial<BookOptions>): BookOptions {
  const all = { ...DEFAULTS, ...options }
  const refuse = (why: string): never => {
    throw new RangeError(`No book can be made: ${why}`)
  }
  for (const [name, value] of Object.entries(all)) {
    if (!Number.isSafeInteger(value) || value < 1) refuse(`${name} is ${value}`)
  }
  if (all.priceMax > PRICE_RANGE_MAX) refuse('its prices go too far')
  if (all.collarBps >= 10_000) refuse('its collar lets a price fall to nothing')
  // What rests at one price is summed up in a number.
  if (!Number.isSafeInteger(all.quantityMax * all.ordersMax)) refuse('its sums are not exact')
  return all
}
