/** What kind of order it is, as the bits of one small integer. */

import type { OpenOrder, Place, TimeInForce } from '#command.ts'

/** The first bit, so that `flags & SELL` is the code of the side: 0 for buy, 1 for sell. */
export const SELL = 1
export const STOP = 2
export const MARKET = 4
export const IOC = 8
export const FOK = 16
/** Amounts are a budget to spend and not a quantity. */
export const BUDGET = 32

export type Kind = Pick<OpenOrder, 'side' | 'timeInForce' | 'byBudget'> & { type: Place['type'] }

export function flagsOfPlace({ side, type, timeInForce, quoteQuantity }: Place): number {
  const usual = type === 'market' || type === 'stop_market' ? 'ioc' : 'gtc'
  const byBudget = quoteQuantity !== undefined
  return flagsOf({ side, type, timeInForce: timeInForce ?? usual, byBudget })
}

export function flagsOf({ side, type, timeInForce, byBudget }: Kind): number {
  let flags = side === 'sell' ? SELL : 0
  if (type === 'stop_limit' || type === 'stop_market') flags |= STOP
  if (type === 'market' || type === 'stop_market') flags |= MARKET
  if (timeInForce === 'ioc') flags |= IOC
  if (timeInForce === 'fok') flags |= FOK
  return byBudget ? flags | BUDGET : flags
}

/** The kind of an order that rests or waits. */
export function kindOf(
  flags: number,
): Pick<OpenOrder, 'side' | 'type' | 'timeInForce' | 'byBudget'> {
  return {
    side: (flags & SELL) === 0 ? 'buy' : 'sell',
    type: (flags & STOP) === 0 ? 'limit' : (flags & MARKET) === 0 ? 'stop_limit' : 'stop_market',
    timeInForce: timeInForceOf(flags),
    byBudget: (flags & BUDGET) !== 0,
  }
}

function timeInForceOf(flags: number): TimeInForce {
  if ((flags & IOC) !== 0) return 'ioc'
  return (flags & FOK) !== 0 ? 'fok' : 'gtc'
}
